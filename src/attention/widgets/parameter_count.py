"""Where do 175 billion parameters sit? A third of them in attention, most of the rest in the MLPs."""

from itertools import accumulate

from attention.core import costs
from attention.language.numbers import percent, written
from attention.language.words import Words
from attention.parameters import Stops
from attention.widget import Widget

PARTS = {"attention": "weight", "mlp": "output", "embedding": "input", "rest": "score"}  # and their roles
SHAPES = ("d_model", "d_head", "n_heads", "n_layers", "vocabulary", "context")


def preset(model):
    """The parameters of the widget that make it this model."""
    return dict(zip(SHAPES, model, strict=True))


def shares(parts):
    """Counts that make up a whole: for each its stretch of one long bar, its share and its number."""
    whole, ends = sum(parts), accumulate(parts)  # on Python's own integers: NumPy's have 32 bits in the browser
    return [
        {
            "left": [float(end - part) / whole],
            "right": [float(end) / whole],
            "percent": [percent(part / whole, 1)],
            "number": [written(part)],
        }
        for part, end in zip(parts, ends, strict=True)
    ]


class ParameterCount(Widget):
    words = {
        "title": Words(en="Where the parameters are", ja="パラメーターはどこにあるか"),
        "preset.gpt2_small": Words(en="GPT-2 small", ja="GPT-2 small"),
        "preset.gpt3": Words(en="GPT-3", ja="GPT-3"),
        "d_model": Words(en="width of the embeddings", ja="埋め込みの次元"),
        "d_head": Words(en="width of a head", ja="ヘッドの次元"),
        "n_heads": Words(en="heads in a layer", ja="1 層のヘッドの数"),
        "n_layers": Words(en="layers", ja="層の数"),
        "vocabulary": Words(en="tokens in the vocabulary", ja="語彙のトークン数"),
        "context": Words(en="learned positions", ja="学習する位置の数（文脈長）"),
        "shares": Words(en="All parameters, shared out", ja="全パラメーターの内訳"),
        "attention": Words(en="attention", ja="アテンション"),
        "mlp": Words(en="MLPs", ja="MLP"),
        "embedding": Words(en="embeddings", ja="埋め込み"),
        "rest": Words(en="the rest", ja="その他"),
        "query_parameters": Words(en="query matrix of one head", ja="ヘッドひとつのクエリ行列"),
        "head_parameters": Words(en="one head (four such matrices)", ja="ヘッドひとつ（行列四つ）"),
        "block_parameters": Words(en="attention of one layer", ja="1 層のアテンション"),
        "block_rounded": Words(en="the same from a head rounded to two digits", ja="同じく、2 桁に丸めたヘッドから"),
        "attention_parameters": Words(en="attention of all layers", ja="全層のアテンション"),
        "attention_rounded": Words(en="the same from rounded heads", ja="同じく、丸めたヘッドから"),
        "mlp_parameters": Words(en="MLPs of all layers", ja="全層の MLP"),
        "embedding_parameters": Words(en="embedding, used again as unembedding", ja="埋め込み（出口でも同じ表を使う）"),
        "embedding_twice": Words(en="embedding and unembedding, counted as two", ja="入口と出口を別々に数えた場合"),
        "rest_parameters": Words(en="positions, biases and norms", ja="位置・バイアス・正規化"),
        "total": Words(en="all parameters", ja="全パラメーター"),
        "total_twice": Words(en="all, with two embedding tables", ja="全パラメーター（表を二つと数えた場合）"),
    }
    presets = {"gpt2_small": preset(costs.GPT2_SMALL), "gpt3": preset(costs.GPT3)}
    d_model = Stops(12_288, stops=(256, 512, 768, 1024, 1600, 2048, 4096, 5120, 8192, 12_288, 16_384))
    d_head = Stops(128, stops=(32, 64, 80, 96, 128, 256))
    n_heads = Stops(96, stops=(1, 2, 4, 8, 12, 16, 25, 32, 40, 64, 96, 128))
    n_layers = Stops(96, stops=(1, 2, 6, 12, 24, 32, 48, 64, 96, 128))
    vocabulary = Stops(50_257, stops=(256, 10_000, 32_000, 50_257, 100_000, 250_000))
    context = Stops(2048, stops=(256, 512, 1024, 2048, 4096, 8192))

    def compute(self):
        return costs.Model(*(getattr(self, name) for name in SHAPES))

    def facts(self, model):
        attention, rounded, total = costs.attention(model), costs.rounded_attention(model), costs.total(model)
        return {
            "query_parameters": costs.projection(self.d_model, self.d_head),
            "head_parameters": costs.head(self.d_model, self.d_head),
            "head_rounded": costs.significant(costs.head(self.d_model, self.d_head), 2),
            "block_parameters": costs.block(self.d_model, self.d_head, self.n_heads),
            "block_rounded": costs.rounded_block(self.d_model, self.d_head, self.n_heads),
            "attention_parameters": attention,
            "attention_rounded": rounded,
            "mlp_parameters": costs.mlps(model),
            "embedding_parameters": costs.embedding(model),
            "embedding_twice": 2 * costs.embedding(model),
            "rest_parameters": costs.rest(model),
            "position_parameters": self.context * self.d_model,
            "total": total,
            "total_rounded": costs.significant(total, 3),
            "remaining_rounded": costs.significant(total, 3) - rounded,
            "total_twice": costs.total(model, tied=False),
            "attention_share": attention / total,
            "attention_percent": 100 * attention / total,
            "mlp_percent": 100 * costs.mlps(model) / total,
            "embedding_percent": 100 * costs.embedding(model) / total,
        }

    def columns(self, model):
        counts = [costs.attention(model), costs.mlps(model), costs.embedding(model), costs.rest(model)]
        return dict(zip(PARTS, shares(counts), strict=True))

    def figure(self, sources):
        from attention.pictures import canvas

        n = len(PARTS)
        plot = canvas.blank((-0.02, 1.02), (0.4 - n, 2.1), 8.0 / (1.7 + n), self.word("shares"))
        text = canvas.TEXT | {"text_baseline": "middle", "color": canvas.light("ink")}
        left, right = text | {"text_align": "left", "text_font_style": "bold"}, text | {"text_align": "right"}
        for row, (part, role) in enumerate(PARTS.items()):
            source, colour = sources[part], canvas.light(role)
            plot.quad("left", "right", 2.0, 0.9, source=source, fill_color=colour, line_color=canvas.light("card"))
            plot.scatter([0.02], [-row], marker="square", size=13, color=colour)
            plot.text([0.06], [-row], [str(self.word(part))], **left)
            plot.text(0.56, canvas.value(-row), "percent", source=source, **right)
            plot.text(1.0, canvas.value(-row), "number", source=source, **right)
        return [plot]
