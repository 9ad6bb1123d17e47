"""Why two value matrices? A square one would dwarf the rest; factored it is small, and fewer directions pass."""

import numpy as np

from attention.core import costs, heads
from attention.examples import squares
from attention.language.words import Words
from attention.parameters import Stops, Whole
from attention.pictures import bars, boxes, tables
from attention.widget import Widget

SQUARE = squares.value_square  # (width, width)
WIDTH = len(SQUARE)
NAMES = tuple(str(place + 1) for place in range(WIDTH))
STRENGTHS = heads.strengths(SQUARE)  # (width,)
LARGEST = np.abs(SQUARE).max()
ROUNDING = 1e-12  # what is less is nothing but the rounding of a product that gives the whole matrix back


def matrix(source, caption):
    """Squares for a matrix that is no pattern: its cells can be read, but rows and columns stay."""
    plot = tables.figure(source, "value", NAMES, caption)
    plot.tags, source.tags = [{**plot.tags[0], "plain": True}], []
    return plot


class LowRankValue(Widget):
    words = {
        "title": Words(en="A value matrix through a narrow waist", ja="くびれを通すバリュー行列"),
        "d_model": Words(en="width of the embeddings", ja="埋め込みの次元"),
        "rank": Words(en="width of the waist", ja="くびれの幅"),
        "kept": Words(en="waist of the small matrix", ja="小さな行列のくびれ"),
        "areas": Words(en="Parameters as areas, to one scale", ja="パラメーターの数を面積で、同じ縮尺で"),
        "square": Words(en="one square", ja="正方行列ひとつ"),
        "factors": Words(en="down and up", ja="下げる・上げる"),
        "bars": Words(
            en="A matrix of 8 × 8: its directions by strength (dashed: lost)",
            ja="8 × 8 の行列がもつ方向の強さ（破線は失われる分）",
        ),
        "product": Words(en="What the two factors make of it", ja="二つの行列の積で再現したもの"),
        "missing": Words(en="What is lost", ja="失われたもの"),
        "square_parameters": Words(en="parameters of a square value matrix", ja="正方のバリュー行列のパラメーター"),
        "down_parameters": Words(en="parameters of one factor", ja="片方の行列のパラメーター"),
        "factored_parameters": Words(en="parameters of both factors", ja="二つの行列を合わせたパラメーター"),
        "percent": Words(en="that is, % of the square", ja="正方行列に対する割合（%）"),
        "head_parameters": Words(en="parameters of the whole head", ja="ヘッド全体のパラメーター"),
        "square_head": Words(en="the head with a square value matrix", ja="正方のバリュー行列をもつヘッドの場合"),
        "lost": Words(
            en="lost of the small matrix (share of its squares)", ja="小さな行列から失われた割合（二乗和の比）"
        ),
    }
    d_model = Stops(12_288, stops=(768, 1600, 4096, 12_288))
    rank = Stops(128, stops=tuple(2**power for power in range(14)))
    kept = Whole(3, bounds=(0, WIDTH))

    def compute(self):
        down, up = heads.factored(SQUARE, self.kept)
        return up @ down, heads.lost(SQUARE, self.kept)  # (width, width), share

    def facts(self, computed):
        _, lost = computed
        square, factored = costs.square(self.d_model), costs.factors(self.d_model, self.rank)
        return {
            "square_parameters": square,
            "down_parameters": costs.projection(self.d_model, self.rank),
            "factored_parameters": factored,
            "share": factored / square,
            "percent": 100 * factored / square,
            "smaller": bool(factored < square),
            "head_parameters": costs.head(self.d_model, self.rank),
            "square_head": 2 * costs.projection(self.d_model, self.rank) + square,
            "times_smaller": square / factored,
            "lost": lost,
            "lost_percent": 100 * lost,
        }

    def columns(self, computed):
        product, _ = computed
        missing = SQUARE - product  # (width, width)
        longest = self.d_model + self.rank
        d_model, rank = self.d_model / longest, self.rank / longest
        return {
            "square": boxes.columns(-d_model, 0.0, d_model),
            "up": boxes.columns(0.0, rank, d_model),
            "down": boxes.columns(rank, rank + d_model, rank),
            "bars": bars.columns(STRENGTHS, NAMES) | {"solid": [float(place < self.kept) for place in range(WIDTH)]},
            "product": tables.columns(product, NAMES, LARGEST),
            "missing": tables.columns(np.where(np.abs(missing) < ROUNDING, 0.0, missing), NAMES, LARGEST),
        }

    def figure(self, sources):
        sides = [(str(self.word("square")), "value", "left"), (str(self.word("factors")), "value", "right")]
        areas = [(sources[name], "value") for name in ("square", "up", "down")]
        strengths = bars.figure(sources["bars"], "value", 0.0, 2.6, self.word("bars"), n=WIDTH)
        bars.draw_ghosts(strengths, sources["bars"])
        return [
            boxes.figure(areas, sides, self.word("areas")),
            strengths,
            *(matrix(sources[name], self.word(name)) for name in ("product", "missing")),
        ]
