"""What does it cost? The table grows with the square of the context, the tokens only in proportion."""

from attention.core import costs
from attention.language.numbers import number
from attention.language.words import Words
from attention.parameters import Stops
from attention.pictures import boxes, curves
from attention.widget import Widget

D_MODEL, D_HEAD, HEADS, LAYERS, *_ = costs.GPT2_SMALL
BYTES = 2  # of a number in half precision
KIB, MIB, GIB = 2**10, 2**20, 2**30
UNITS = ((KIB, "KiB"), (MIB, "MiB"), (GIB, "GiB"), (1024 * GIB, "TiB"))
CONTEXTS = tuple(2**power for power in range(18))


def size(n_bytes):
    """A number of bytes in the largest unit of which there is a whole one."""
    unit, name = 1, "B"
    for larger in UNITS:
        if n_bytes >= larger[0]:
            unit, name = larger
    return f"{number(n_bytes / unit, int(unit > 1))}\N{NO-BREAK SPACE}{name}"


class QuadraticCost(Widget):
    words = {
        "title": Words(en="The table against the tokens", ja="表とトークンの大きさ比べ"),
        "context": Words(en="context n, in tokens", ja="文脈長 n（トークン数）"),
        "curves": Words(
            en="Bytes in half precision: table of one head (solid), tokens of all heads (dashed), of one (dotted)",
            ja="半精度でのバイト数：ヘッドひとつの表（実線）、トークン全ヘッド分（破線）、一ヘッド分（点線）",
        ),
        "areas": Words(
            en=f"The same as areas, to one scale (darker: one head’s {D_HEAD})",
            ja=f"同じものを面積で、同じ縮尺で（濃い部分は一ヘッド分の {D_HEAD}）",
        ),
        "table": Words(en="table n × n", ja="表 n × n"),
        "tokens": Words(en=f"tokens n × {D_MODEL}", ja=f"トークン n × {D_MODEL}"),
        "multiply_adds": Words(en="multiply-adds of one head", ja="ヘッドひとつの積和"),
        "head_matrix": Words(en="table of one head", ja="ヘッドひとつの表"),
        "all_heads": Words(en="tables of all 144 heads", ja="144 ヘッドの表の合計"),
        "all_tokens": Words(en="tokens, all heads", ja="トークン（全ヘッド分）"),
        "head_tokens": Words(en="tokens, one head", ja="トークン（一ヘッド分）"),
        "ratio": Words(en="one table against the tokens of all heads", ja="表ひとつ ÷ トークン（全ヘッド分）"),
        "head_ratio": Words(en="one table against the tokens of one head", ja="表ひとつ ÷ トークン（一ヘッド分）"),
    }
    context = Stops(1024, stops=CONTEXTS)

    def compute(self):
        return self.n_bytes(self.context)

    def n_bytes(self, context):
        """Of one head's table, the tokens of all heads, and the tokens of one."""
        return BYTES * context**2, BYTES * context * D_MODEL, BYTES * context * D_HEAD

    def facts(self, n_bytes):
        table, tokens, head_tokens = n_bytes
        return {
            "multiply_adds": 2 * self.context**2 * D_HEAD,  # scores and mixing
            "head_matrix": size(table),
            "all_heads": size(table * LAYERS * HEADS),
            "all_tokens": size(tokens),
            "head_tokens": size(head_tokens),
            "ratio": table / tokens,
            "head_ratio": table / head_tokens,
            "head_matrix_mib": table / MIB,
            "head_matrix_gib": table / GIB,
            "all_heads_mib": table * LAYERS * HEADS / MIB,
            "tokens_mib": tokens / MIB,
            "head_tokens_mib": head_tokens / MIB,
        }

    def columns(self, n_bytes):
        everywhere = [(context, self.n_bytes(context)) for context in CONTEXTS[:: len(CONTEXTS) - 1]]
        longest = max(int(self.context), D_MODEL)
        n, all_wide, head_wide = (side / longest for side in (self.context, D_MODEL, D_HEAD))
        return {
            name: curves.path([(context, sizes[place]) for context, sizes in everywhere])
            for place, name in enumerate(("tables", "tokens", "head_tokens"))
        } | {
            "here": curves.path([(self.context, one) for one in n_bytes]),
            "table_area": boxes.columns(-n, 0.0, n),
            "tokens_area": boxes.columns(0.0, all_wide, n),
            "head_area": boxes.columns(0.0, head_wide, n),
        }

    def figure(self, sources):
        curve = curves.figure(
            [
                (sources["tables"], "weight", "solid"),
                (sources["tokens"], "input", "dashed"),
                (sources["head_tokens"], "input", "dotted"),
            ],
            sources["here"],
            x=(0.7, 2.0e5),
            y=(1.0, 2.0e11),
            x_ticks=(1, 16, 256, 4096, 65536),
            y_ticks=(1, KIB, MIB, GIB),
            y_names=("1 B", "1 KiB", "1 MiB", "1 GiB"),
            caption=self.word("curves"),
            log_y=True,
        )
        areas = boxes.figure(
            [
                (sources["table_area"], "weight"),
                (sources["tokens_area"], "input"),
                (sources["head_area"], "input"),
            ],
            [(str(self.word("table")), "weight", "left"), (str(self.word("tokens")), "input", "right")],
            self.word("areas"),
        )
        return [curve, areas]
