// What is taken for a parameter, and what is said of what is not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checked, checkedAll, meant, ParameterError, quoted, say, shown, taken } from "../../static/element/check.js";

const SCHEMA = {
  stretch: { kind: "number", min: -3, max: 6 },
  token: { kind: "integer", min: 0, max: 4 },
  view: { kind: "choice", options: ["scores", "weights"] },
  mask: { kind: "flag" },
  words: { kind: "text", most: 5 },
  list: { kind: "numbers", min: -10, max: 10, fewest: 2, most: 3 },
  order: { kind: "order", length: 3, options: ["a", "b", "c"] },
};
// A message is its own name with the facts that it is given.
const FACTS = "{name}|{value}|{min}|{max}|{last}|{accepted}|{given}|{length}";
const MESSAGES = ["unknown_param", "not_number", "not_integer", "out_of_range", "not_option", "not_flag", "not_text"];
const MORE = ["no_numbers", "not_numbers", "not_so_many", "numbers_out_of_range", "not_order"];
const words = {
  ...Object.fromEntries([...MESSAGES, ...MORE].map((name) => [name, `${name}: ${FACTS}`])),
  takes_text: "up to {most} characters",
  takes_numbers: "{count} from {min} to {max}",
  between: "{fewest} to {most}",
  just: "{fewest}",
  kept: "stays {kept}",
};

const GOOD = [
  ["stretch", "1/4", 0.25],
  ["stretch", "−3", -3],
  ["stretch", 6, 6],
  ["token", "４", 4],
  ["view", "weights", "weights"],
  ["mask", "", true],
  ["mask", "FALSE", false],
  ["mask", 1, true],
  ["words", " a\nb ", "a b"],
  ["words", "ねこ🐈ねこ", "ねこ🐈ねこ"],
  ["list", "1, 2", [1, 2]],
  ["list", [1, "2", -10], [1, 2, -10]],
  ["order", "[2,0,1]", [2, 0, 1]],
  ["order", [0, 1, 2], [0, 1, 2]],
];
for (const [name, value, wanted] of GOOD)
  test(`${name} takes ${JSON.stringify(value)}`, () => {
    assert.deepEqual(checked(name, value, SCHEMA, words), wanted);
  });

const BAD = [
  ["stretch", "much", /^not_number: stretch\|much\|−3\|6\|/],
  ["stretch", 6.1, /^out_of_range/],
  ["stretch", -3.1, /^out_of_range/],
  ["stretch", null, /^not_number/],
  ["token", 1.5, /^not_integer/],
  ["token", 5, /^out_of_range/],
  ["view", "outputs", /^not_option: view\|outputs\|.*scores, weights/],
  ["mask", "perhaps", /^not_flag/],
  ["words", "abcdef", /^not_text: .*\|up to 5 characters\|\{given\}\|6$/],
  ["words", 12, /^not_text: .*\|12$/],
  ["list", "1", /^not_so_many: .*\|2 to 3 from −10 to 10\|1\|/],
  ["list", "", /^no_numbers/],
  ["list", "1, x", /^not_numbers: list\|x\|/],
  ["list", [1, {}], /^not_numbers: list\|\{\}\|/],
  ["list", "1, 11", /^numbers_out_of_range: list\|11\|/],
  ["order", "0,0,1", /^not_order: order\|0,0,1\|.*\|2\|a, b, c/],
  ["order", "0,1", /^not_order/],
  ["toString", 1, /^unknown_param: toString\|1\|.*stretch, token, view/],
];
for (const [name, value, message] of BAD)
  test(`${name} does not take ${JSON.stringify(value)}`, () => {
    assert.throws(() => checked(name, value, SCHEMA, words), { constructor: ParameterError, message });
  });

test("all or none are taken together, each by itself from an address", () => {
  assert.deepEqual(checkedAll({ stretch: "2", token: 1 }, SCHEMA, words), { stretch: 2, token: 1 });
  assert.throws(() => checkedAll({ stretch: "2", token: "x" }, SCHEMA, words), ParameterError);
  const params = { stretch: 1, token: 1 };
  const said = taken(
    params,
    [
      ["stretch", "2"],
      ["token", "x"],
      ["other", 1],
    ],
    SCHEMA,
    words,
  );
  assert.deepEqual(params, { stretch: 2, token: 1 });
  assert.match(said[0], /^not_number.* stays 1$/);
  assert.match(said[1], /^unknown_param(?!.*stays)/);
});

test("what others put into addresses and elements is not meant for us", () => {
  for (const name of ["utm_source", "fbclid", "data-x", "onclick", "lang", "_hsenc"]) assert.ok(!meant([name]), name);
  for (const name of ["stretch", "seed", "reference"]) assert.ok(meant([name]), name);
});

test("a message quotes text, cut; whatever comes", () => {
  const cycle = {};
  cycle.own = cycle;
  assert.equal(quoted(cycle), "{}");
  assert.equal(quoted(10n), "10");
  assert.equal(quoted(undefined), "undefined");
  assert.equal(quoted("🐈".repeat(41)), `${"🐈".repeat(40)}…`);
  assert.equal(say("{a} {b} {a}", { a: 1 }), "1 {b} 1");
});

test("numbers have a true minus, and nothing has none", () => {
  assert.deepEqual([shown(-1.5, 2), shown(-0.001, 2), shown(11314), shown(0.1)], ["−1.50", "0.00", "11,314", "0.1"]);
});
