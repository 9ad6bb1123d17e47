"""README's recipes are true: a widget is one file and two placeholder lines, an exercise one file and one line."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[1]
WIDGET = '''"""What does temperature do to a row of weights?"""

from attention import core
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Number
from attention.pictures import bars
from attention.widget import Widget


class TryOut(Widget):
    words = {
        "title": Words(en="A row at a temperature", ja="温度をかけた一行"),
        "heat": Words(en="temperature", ja="温度"),
        "weights": Words(en="weights of “it”", ja="it の重み"),
    }
    marks = {"weights": "bars"}
    heat = Number(1.0, bounds=(0.5, 4.0), step=0.1)

    def compute(self):
        return core.softmax(toy.head.scores[toy.IT] / self.heat)  # (n_keys,)

    def facts(self, computed):
        return {"weights": computed}

    def columns(self, computed):
        return {"bars": bars.columns(computed, toy.tokens, shares=True)}

    def figure(self, sources):
        return [bars.figure(sources["bars"], "weight", 0.0, 1.0, self.word("weights"))]
'''
PLACED = {
    "en": """

{{ widget("try_out") }}
: At {heat:.1f}, *cat* has {weights[1]:share}.

At 2.0 it has {{ fact("try_out.weights[1]", ".2f", heat=2.0) }}.
""",
    "ja": """

{{ widget("try_out") }}
: 温度 {heat:.1f} では *cat* が {weights[1]:share} です。

温度 2.0 なら {{ fact("try_out.weights[1]", ".2f", heat=2.0) }} です。
""",
}
LOOKS = '\n[try_out]\nen = ["Bars: the weights of *it*."]\nja = ["棒は *it* の重みです。"]\n'


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A copy of the sources to which both recipes have been applied, built as a draft; the built site."""
    copy = tmp_path_factory.mktemp("recipes")
    for part in ("src", "pages", "static", "tests/javascript"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
    for file in ("build.py", "pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / file, copy / file)
    (copy / "src/attention/widgets/try_out.py").write_text(WIDGET)
    with (copy / "pages/_figures.toml").open("a") as figures:
        figures.write(LOOKS)
    again = (copy / "pages/exercises/two-dot-products.toml").read_text()
    (copy / "pages/exercises/tried-out.toml").write_text(again)
    for lang, lines in PLACED.items():
        with (copy / f"pages/explorable.{lang}.md").open("a") as page:
            page.write(lines)
        with (copy / f"pages/course/05-dot-products.{lang}.md").open("a") as page:
            page.write('\n{{ exercise("tried-out") }}\n')
    done = subprocess.run(
        [sys.executable, "build.py", "site", "--draft"],
        cwd=copy, env=os.environ | {"PYTHONPATH": str(copy / "src")}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return copy / "site"


@pytest.mark.parametrize("lang", PLACED)
def test_the_new_widget_is_everywhere(built, lang):
    page = (built / lang / "explorable/index.html").read_text()
    assert 'name="try_out"' in page
    assert re.search(r'data-fact="try_out.weights\[1\]" data-to="heat=2.0"[^>]*>0\.\d\d<', page)
    alone = (built / f"embed/{lang}/try_out/index.html").read_text()
    assert "<svg" in alone
    assert 'data-param="heat"' in alone
    assert "<table" in alone
    assert '"try_out"' in next(built.glob("release/*/embed/schema.json")).read_text()


@pytest.mark.parametrize("lang", PLACED)
def test_the_new_exercise_is_there_to_be_answered(built, lang):
    assert 'name="tried-out"' in (built / lang / "course/dot-products/index.html").read_text()
    assert (built / f"embed/{lang}/exercise/tried-out/index.html").is_file()
    assert list(built.glob(f"release/*/exercises/{lang}/tried-out.json"))
