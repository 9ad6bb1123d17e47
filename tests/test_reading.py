"""What people type as answers (runtime/reading.py), from one table: what it is read as, and what is refused."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.runtime.reading import QUOTED, read

ONE = {  # text: the one number it means
    "0.021": 0.021,
    "2.1 %": 0.021,
    "2.1%": 0.021,
    "２．１％": 0.021,
    "2.1 パーセント": 0.021,
    "2.1 percent": 0.021,
    "2,1 %": 0.021,
    "０．０２１": 0.021,
    "0，021": 0.021,
    "0,021": 0.021,
    ".021": 0.021,
    "8.": 8,
    "８": 8,
    "8。": 8,
    "= 8": 8,
    "11,3": 11.3,
    "11。3": 11.3,
    "150,994,944": 150_994_944,
    "１５０，９９４，９４４": 150_994_944,
    "150、994、944": 150_994_944,
    "150 994 944": 150_994_944,
    "150\N{NARROW NO-BREAK SPACE}994\N{NO-BREAK SPACE}944": 150_994_944,
    "150'994'944": 150_994_944,
    "150_994_944": 150_994_944,
    "150.994.944": 150_994_944,
    "1,234.5": 1234.5,
    "1.234,5": 1234.5,
    "1.234": 1.234,
    "1,234": 1234,
    "-5": -5,
    "−5": -5,
    "－５": -5,
    "ー5": -5,
    "– 5": -5,
    "‐5": -5,
    "+5": 5,
    "-0": 0,
    "1.5e8": 1.5e8,
    "1.5E+8": 1.5e8,
    "4×10^6": 4e6,
    "4 x 10^6": 4e6,
    "4*10**6": 4e6,
    "4·10⁶": 4e6,
    "４×１０＾６": 4e6,
    "10⁻³": 1e-3,
    "10^-3": 1e-3,
    "2^10": 1024,
    "2,048^2": 2048**2,
    "96×12,288": 96 * 12288,
    "1/96": 1 / 96,
    "１／９６": 1 / 96,
    "96分の1": 1 / 96,
    "96 分の 1": 1 / 96,
    "½": 0.5,
    "-1/2": -0.5,
    "1.5億": 1.5e8,
    "1億5099万4944": 150_994_944,
    "1 億 5,099 万 4,944": 150_994_944,
    "6億398万": 603_980_000,
    "63万": 630_000,
    "3千万": 30_000_000,
    "百": None,
    "約1.5億": 1.5e8,
    "604 million": 604e6,
    "58.06 billion": 58.06e9,
    "604M": 604e6,
    "12k": 12_000,
    "64倍": 64,
    "64 times": 64,
    "64x": 64,
    "(8)": 8,
    "7 個": 7,
    "64,000": 64_000,
    "1,000,000": 1_000_000,
    "1.5e-3": 1.5e-3,
    "10^(-3)": 1e-3,
    "2^3^2": 512,
    "-2^2": -4,
    "√128": math.sqrt(128),
    "√(128)": math.sqrt(128),
    "√ 128": math.sqrt(128),
    "sqrt(128)": math.sqrt(128),
    "Sqrt 128": math.sqrt(128),
    "the square root of 128": math.sqrt(128),
    "ルート128": math.sqrt(128),
    "√１２８": math.sqrt(128),
    "8√2": 8 * math.sqrt(2),
    "8 √2": 8 * math.sqrt(2),
    "8×√2": 8 * math.sqrt(2),
    "-√2": -math.sqrt(2),
    "√2/2": math.sqrt(2) / 2,
    "√-1": None,
    "√": None,
    "1×2 + 3×(−1)": -1,
    "1*2+3*-1": -1,
    "１×２＋３×４": 14,
    "(1)(2) + (3)(4)": 14,
    "2 (3 + 4)": 14,
    "2×(3+4)": 14,
    "8 = 2×4": 8,
    "2×3 + 1×2 = 8": 8,
    "q·k = 8": 8,
    "3-5": -2,
    "3 − 5": -2,
    "50% + 10%": 0.6,
    "50 % of 2": None,
    "2×(3+4": None,
    "2+": None,
    "8 apples": None,
    "__import__('os')": None,
    "(" * 400: None,
    "√" * 400 + "2": None,
    "1" * 5000: None,
    "9^9^9": None,
    "0^-1": None,
    "(-8)^(1/3)": None,
    "1½": None,
    "1e999": None,
    "1/0": None,
    "0/0": None,
    "abc": None,
    "1a": None,
    "1.2.3": None,
    "15099,4944": 15099.4944,
    "1,50,994": None,
    "4 1": None,
    "4, 1, 0": None,
    "1万2億": None,
    "--5": None,
    "%": None,
    "10^": None,
    "×6": None,
    "NaN": None,
    "Infinity": None,
    "0x10": None,
    "": None,
    "　": None,
}
SEVERAL = [  # text, count, the numbers it means
    ("4,1,0", 3, [4, 1, 0]),
    ("4, 1, 0", 3, [4, 1, 0]),
    ("4 1 0", 3, [4, 1, 0]),
    ("４、１、０", 3, [4, 1, 0]),
    ("４，１，０", 3, [4, 1, 0]),
    ("４　１　０", 3, [4, 1, 0]),
    ("4;1;0", 3, [4, 1, 0]),
    ("4\n1\n0", 3, [4, 1, 0]),
    ("[4, 1, 0]", 3, [4, 1, 0]),
    ("（４，１，０）", 3, [4, 1, 0]),
    ("4, 1, 0,", 3, [4, 1, 0]),
    ("4, − 1, ー2", 3, [4, -1, -2]),
    ("0.5 0.4 0.1", 3, [0.5, 0.4, 0.1]),
    ("0,5 0,4 0,1", 3, [0.5, 0.4, 0.1]),
    ("0,5, 0,4, 0,1", 3, [0.5, 0.4, 0.1]),
    ("0,5; 0,4; 0,1", 3, [0.5, 0.4, 0.1]),
    ("0,5、0,4、0,1", 3, [0.5, 0.4, 0.1]),
    ("50% 40 % 10％", 3, [0.5, 0.4, 0.1]),
    ("1/2, 2/5, 1/10", 3, [0.5, 0.4, 0.1]),
    ("150,994,944", 3, [150, 994, 944]),
    ("1,000 2,000", 2, [1000, 2000]),
    ("1,000, 2,000", 2, [1000, 2000]),
    ("4,100 3", 3, [4, 100, 3]),
    ("1億 2億", 2, [1e8, 2e8]),
    ("4", 1, [4]),
    ("4,1", 2, [4, 1]),
    ("4", 2, None),
    ("8 and -5", 2, [8, -5]),
    ("8 と −5", 2, [8, -5]),
    ("8 および −5", 2, [8, -5]),
    ("8 & -5", 2, [8, -5]),
    ("8 -5", 2, [8, -5]),
    ("8 − 5", 2, [8, -5]),
    ("2×3 + 1×2, −5", 2, [8, -5]),
    ("2×3 + 1×2 = 8, 1 - 6 = -5", 2, [8, -5]),
    ("√2, 2√2", 2, [math.sqrt(2), 2 * math.sqrt(2)]),
    ("√2 2√2", 2, [math.sqrt(2), 2 * math.sqrt(2)]),
    ("64,000, 5", 2, [64_000, 5]),
    ("64,000 5,5", 2, None),
    ("4,1", 3, None),
    ("4,,1", 3, None),
    ("4, one, 0", 3, None),
]
REASONS = [  # text, count, what is told
    ("", 1, {"reason": "empty"}),
    (" 　", 2, {"reason": "empty"}),
    ("4, one, 0", 3, {"reason": "not_number", "part": "one"}),
    ("4,one,0", 3, {"reason": "not_number", "part": "one"}),
    ("x", 1, {"reason": "not_number", "part": "x"}),
    ("a<b", 1, {"reason": "not_number", "part": "a<b"}),
    ("4, 1, 0", 1, {"reason": "count", "given": 3}),
    ("4 1 0", 4, {"reason": "count", "given": 3}),
    ("8", 2, {"reason": "count", "given": 1}),
    ("1e999", 1, {"reason": "too_large", "part": "1e999"}),
    ("1/0", 1, {"reason": "too_large", "part": "1/0"}),
    ("8, 1" + "0" * 400, 2, {"reason": "too_large", "part": "1" + "0" * (QUOTED - 1) + "…"}),
    ("7" * 5000, 1, {"reason": "too_large", "part": "7" * QUOTED + "…"}),
    ("w" * 500, 1, {"reason": "not_number", "part": "w" * QUOTED + "…"}),
]


def same(values, wanted):
    return values is not None and len(values) == len(wanted) and all(map(math.isclose, values, wanted))


@pytest.mark.parametrize("text", ONE, ids=lambda text: ascii(text[:40]))
def test_one_number(text):
    wanted, got = ONE[text], read(text, 1)
    assert got.reason if wanted is None else same(got.values, [wanted]), got


@pytest.mark.parametrize(("text", "count", "wanted"), SEVERAL, ids=ascii)
def test_several_numbers(text, count, wanted):
    got = read(text, count)
    assert got.reason if wanted is None else same(got.values, wanted), got


@pytest.mark.parametrize(("text", "count", "wanted"), REASONS, ids=lambda one: ascii(one)[:40])
def test_what_cannot_be_read_is_told(text, count, wanted):
    got = read(text, count)
    assert got.values is None
    assert {
        "reason": got.reason,
        **({"part": got.part} if got.part else {}),
        **({"given": got.given} if got.given else {}),
    } == wanted


@given(
    st.text(alphabet=st.sampled_from("0123456789.,-+−×/^√()%eEx 　、;万億分の½⁶=kandと<&'\n"), max_size=60),
    st.integers(1, 4),
)
def test_whatever_is_typed_is_read_or_refused(text, count):
    got = read(text, count)
    assert (got.values is None) != (got.reason is None)
    assert got.values is None or (len(got.values) == count and all(map(math.isfinite, got.values)))
    assert len(got.part) <= QUOTED + 1


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=5))
def test_what_python_writes_is_what_is_read(numbers):
    assert read(", ".join(map(repr, numbers)), len(numbers)).values == [number + 0.0 for number in numbers]
