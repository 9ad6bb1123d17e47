"""Why did attention win? A chain of states takes a step for every token, attention one for all of them."""

from attention.core import costs
from attention.examples import lessons
from attention.language.words import Words
from attention.pictures import marks
from attention.widget import Stage, Stops, Widget

TOKENS = lessons.creature_tokens
N = len(TOKENS)
LENGTHS = tuple(2**power for power in range(3, 14))
# What each result waits for, and which inputs it reads: a state the one before and its own token; what attention gives
# waits for no other result, and reads every token up to its own.
CHAIN = [range(max(0, place - 1), place) for place in range(N)], [range(place, place + 1) for place in range(N)]
ATTENTION = [range(0)] * N, [range(place + 1) for place in range(N)]
MACHINES = {"chain": CHAIN, "attention": ATTENTION}


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
    step = Stage(1, last=N)
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
            "now": marks.path([(self.step + 0.5, 0.5), (self.step + 0.5, -N + 0.5)]),
            "chain_steps": marks.path([(n, n) for n in ends]),
            "attention_steps": marks.path([(n, max(steps["attention"])) for n in ends]),
            "here": marks.path([(self.length, self.length), (self.length, max(steps["attention"]))]),
        }
        for name, links in MACHINES.items():
            columns[f"{name}_lines"] = marks.wiring(steps[name], *links, self.step)
            columns[name] = marks.results(steps[name], self.step)
        return columns

    def figure(self, sources):
        from attention.pictures import plots

        captions = self.word("chain"), self.word("attention")
        timetables = [
            plots.timetable(sources[f"{name}_lines"], sources[name], sources["now"], TOKENS, role, caption)
            for name, role, caption in zip(MACHINES, ("output", "weight"), captions, strict=True)
        ]
        curve = plots.curve(
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
