"""Why did attention win? A chain of states takes a step for every token, attention one for all of them."""

from attention.core import costs
from attention.examples import creature
from attention.language.words import Words
from attention.parameters import Steps, Stops
from attention.pictures import curves
from attention.widget import Widget

TOKENS = creature.tokens
N = len(TOKENS)
LENGTHS = tuple(2**power for power in range(3, 14))
# What each result waits for, and which inputs it reads: a state the one before and its own token; what attention gives
# waits for no other result, and reads every token up to its own.
CHAIN = [range(max(0, place - 1), place) for place in range(N)], [range(place, place + 1) for place in range(N)]
ATTENTION = [range(0)] * N, [range(place + 1) for place in range(N)]
MACHINES = {"chain": CHAIN, "attention": ATTENTION}


def wiring(steps, waits_for, reads, now):
    """What each position waits for, as lines to its place at its step: results (`waits_for`) and inputs (`reads`).

    A position's input stands at step 0 in its row, its result at its own step. What happens after step `now` is faint.
    """
    lines = [
        (float(steps[other] if at_result else 0), -float(other), float(steps[row]), -float(row))
        for at_result, sources in ((True, waits_for), (False, reads))
        for row, others in enumerate(sources)
        for other in others
    ]
    x0, y0, x1, y1 = (list(ends) for ends in zip(*lines, strict=True))
    return {"x0": x0, "y0": y0, "x1": x1, "y1": y1, "done": [1.0 if step <= now else 0.18 for step in x1]}


def timetable(lines, results, now, role, caption):
    """Tokens in rows, steps to the right: what each result waits for, and a line at `now`."""
    from attention.pictures import canvas

    plot = canvas.blank((-2.6, N + 0.6), (-N - 0.1, 0.6), (N + 3.2) / (N + 0.7), caption)
    quiet, colour = canvas.light("quiet"), canvas.light(role)
    curves.draw(plot, now, "quiet", "dashed")
    plot.segment("x0", "y0", "x1", "y1", source=lines, color=colour, line_alpha="done", line_width=1.5)
    plot.scatter([0] * N, [-row for row in range(N)], size=9, color=canvas.light("input"))
    dot = {"x": "x", "y": "y", "source": results, "size": 15}
    plot.scatter(**dot, fill_color=canvas.light("card"), line_color=quiet, line_dash="dashed")
    plot.scatter(**dot, color=colour, fill_alpha="solid", line_alpha="solid")
    text = canvas.TEXT | {"text_baseline": "middle", "text_font_size": "12px", "color": canvas.light("ink")}
    plot.text([-0.35] * N, [-row for row in range(N)], list(TOKENS), **text | {"text_align": "right"})
    plot.text(list(range(N + 1)), [-N + 0.3] * (N + 1), [str(step) for step in range(N + 1)], **text | {"color": quiet})
    return plot


class ParallelOrSerial(Widget):
    words = {
        "title": Words(en="One after another, or all at once", ja="ひとつずつか、いっせいにか"),
        "step": Words(en="steps taken", ja="進めたステップ"),
        "length": Words(en="tokens of a longer text", ja="もっと長い文章のトークン数"),
        "chain": Words(en="A chain of states, as in an RNN", ja="RNN のような状態の鎖"),
        "attention": Words(en="A layer of attention", ja="アテンションの層"),
        "curve": Words(
            en="Steps that must follow each other: chain solid, attention dashed",
            ja="順に踏むしかないステップの数：実線は鎖、破線はアテンション",
        ),
        "chain_done": Words(en="results of the chain", ja="鎖が出した結果"),
        "attention_done": Words(en="results of attention", ja="アテンションが出した結果"),
        "chain_steps": Words(en="steps the chain takes in all", ja="鎖に必要なステップ"),
        "attention_steps": Words(en="steps attention takes in all", ja="アテンションに必要なステップ"),
        "length_links": Words(en="links of attention in the longer text", ja="長い文章でアテンションが結ぶ線の数"),
    }
    step = Steps(1, last=N)
    length = Stops(1024, stops=LENGTHS)

    def compute(self):
        return {name: costs.earliest_steps(waits_for) for name, (waits_for, _) in MACHINES.items()}

    def facts(self, steps):
        return {
            "chain_done": sum(step <= self.step for step in steps["chain"]),
            "attention_done": sum(step <= self.step for step in steps["attention"]),
            "latest": TOKENS[self.step - 1] if self.step else None,
            "n_tokens": N,
            "chain_steps": max(steps["chain"]),
            "attention_steps": max(steps["attention"]),
            "chain_links": sum(len(others) for links in CHAIN for others in links),
            "attention_links": sum(len(others) for links in ATTENTION for others in links),
            "length_steps": max(costs.earliest_steps([range(max(0, n - 1), n) for n in range(self.length)])),
            "length_links": costs.causal_cells(self.length),
        }

    def columns(self, steps):
        ends = LENGTHS[0], LENGTHS[-1]
        columns = {
            "now": curves.path([(self.step + 0.5, 0.5), (self.step + 0.5, -N + 0.5)]),
            "chain_steps": curves.path([(n, n) for n in ends]),
            "attention_steps": curves.path([(n, max(steps["attention"])) for n in ends]),
            "here": curves.path([(self.length, self.length), (self.length, max(steps["attention"]))]),
        }
        for name, links in MACHINES.items():
            columns[f"{name}_lines"] = wiring(steps[name], *links, self.step)
            columns[name] = {
                "x": [float(step) for step in steps[name]],
                "y": [-float(row) for row in range(N)],
                "solid": [float(step <= self.step) for step in steps[name]],
            }
        return columns

    def figure(self, sources):
        timetables = [
            timetable(sources[f"{name}_lines"], sources[name], sources["now"], role, self.word(name))
            for name, role in zip(MACHINES, ("output", "weight"), strict=True)
        ]
        curve = curves.figure(
            [(sources["chain_steps"], "output", "solid"), (sources["attention_steps"], "weight", "dashed")],
            sources["here"],
            x=(6, 11000),
            y=(0.7, 11000),
            x_ticks=(8, 64, 512, 4096),
            y_ticks=(1, 8, 64, 512, 4096),
            caption=self.word("curve"),
            log_y=True,
        )
        return [*timetables, curve]
