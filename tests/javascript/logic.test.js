// What modules of the page work out, without the page.
import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const load = (name) => import(`../../static/${name}.js`);
const { on, walked } = await load("element/cells");
const { nearest } = await load("element/controls");
const { between } = await load("element/glide");
const { changed, fragment, locks } = await load("element/link");
const { distance } = await load("element/marks");
const { once } = await load("element/once");
const { shifted, shuffled } = await load("element/order");
const { wrap } = await load("element/picture");
const { another } = await load("element/seeds");
const { snippets } = await load("element/share");
const { keyed, within } = await load("element/tip");
const { turn } = await load("element/turning");
const { history } = await load("element/undo");
const { around, kana, slips, words } = await load("page/search");

test("arrow keys walk a table and stay in it", () => {
  const to = (key, index, more = {}) => walked({ key, ...more }, index, 3);
  assert.deepEqual(
    ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => to(key, 4)),
    [3, 5, 1, 7],
  );
  assert.deepEqual([to("ArrowLeft", 3), to("ArrowRight", 5), to("Home", 5), to("End", 3)], [3, 5, 3, 5]);
  assert.deepEqual([to("a", 4), to("Home", 4, { ctrlKey: true })], [null, null]);
});

test("a painted table has more cells than operators have bits", () => {
  const value = 2 ** 40 + 2;
  assert.deepEqual(
    [0, 1, 39, 40].map((index) => on(value, index)),
    [false, true, false, true],
  );
});

test("a slider over stops stands at the nearest", () => {
  assert.deepEqual(
    [1, 3, 99].map((value) => nearest([2, 4, 8], value)),
    [2, 2, 8],
  );
});

test("a tip keeps to its steps and its bounds; keys go three ways", () => {
  const spec = { min: -3, max: 3, step: 0.01 };
  assert.deepEqual(
    [1.2345, 5, -5].map((value) => within(value, spec)),
    [1.23, 3, -3],
  );
  assert.deepEqual(keyed({ key: "ArrowUp" }, 0.01), [0, 0.1]);
  assert.deepEqual(keyed({ key: "ArrowLeft", shiftKey: true }, 0.01), [-0.01, 0]);
  assert.deepEqual(keyed({ key: "PageDown" }, 0.01), [0, -0.5]);
  assert.equal(keyed({ key: "a" }, 0.01), undefined);
});

test("numbers glide, what is no number is set at once", () => {
  const schema = { x: { digits: 2 }, n: {}, view: {} };
  const [from, to] = [
    { x: 0, n: 0, view: "a" },
    { x: 1, n: 3, view: "b" },
  ];
  assert.deepEqual(between(from, to, 0.5, schema), { x: 0.5, n: 2, view: "b" });
  assert.deepEqual(between(from, to, 1, schema), to);
});

test("a link says what is not the default, and the lock", () => {
  const widget = { getAttribute: (name) => ({ lock: "stretch" })[name] ?? null };
  const schema = { stretch: { default: 1 }, order: { default: [0, 1] } };
  assert.deepEqual(changed(widget, { stretch: 1, order: [1, 0] }, schema), [
    ["order", "1,0"],
    ["lock", "stretch"],
  ]);
  assert.deepEqual([...locks(widget, schema)], ["stretch"]);
  assert.deepEqual([...locks({ getAttribute: () => "all" }, schema)], ["stretch", "order"]);
  assert.deepEqual(fragment(), { name: "bank_sense", query: "neighbour=money" });
});

test("a point is in a box or endlessly far, and from a line as far as it is", () => {
  const line = { kind: "line", ends: [0, 0, 10, 0] };
  assert.deepEqual([distance(line, 5, 3), distance(line, 13, 4), distance(line, 0, 0)], [3, 5, 0]);
  const box = { kind: "box", ends: [4, 4, 0, 0] };
  assert.deepEqual([distance(box, 2, 4), distance(box, 5, 2)], [0, Infinity]);
  assert.equal(distance({ kind: "line", ends: [1, 1, 1, 1] }, 1, 3), 2);
});

test("what is made once is made anew if it went wrong", async () => {
  let tries = 0;
  const make = once(async () => {
    tries += 1;
    if (tries === 1) throw new Error("first");
    return tries;
  });
  await assert.rejects(make);
  assert.deepEqual([await make(), await make()], [2, 2]);
});

test("a row of tokens: one goes elsewhere, or all are shuffled and something has moved", () => {
  assert.deepEqual(shifted([0, 1, 2], 0, 2), [1, 2, 0]);
  assert.deepEqual(shifted([0, 1, 2], 2, -5), [2, 0, 1]);
  for (let time = 0; time < 50; time++) {
    const next = shuffled([0, 1, 2]);
    assert.notDeepEqual(next, [0, 1, 2]);
    assert.deepEqual([...next].sort(), [0, 1, 2]);
  }
});

test("lines break between words, in Japanese not before a closing sign", () => {
  const measure = (text) => text.length;
  assert.deepEqual(wrap("the cat sat", 7, "en", measure), ["the cat", "sat"]);
  const lines = wrap("猫が座った。犬も。", 5, "ja", measure);
  assert.equal(lines.join(""), "猫が座った。犬も。");
  for (const line of lines) assert.doesNotMatch(line, /^[。]/);
});

test("other numbers are others, and never the page's own", () => {
  for (let time = 0; time < 200; time++) {
    const seed = time % 4;
    const next = another(seed, { max: 3 });
    assert.ok(next >= 1 && next <= 3 && next !== seed, `${seed} to ${next}`);
  }
});

test("snippets spell whatever could end an attribute or be read as Markdown", () => {
  const widget = { name: "key_stretch", lang: "en", title: `"5" <b>` };
  const told = snippets(new URL("https://example.org/site/"), widget, { words: `"a" & [b]` }, 321);
  assert.match(told.HTML, /words="&#34;a&#34; &#38; &#91;b&#93;"/);
  assert.match(
    told.Moodle,
    /src="https:\/\/example\.org\/site\/embed\/en\/key_stretch\/\?words=%22a%22\+%26\+%5Bb%5D"/,
  );
  assert.match(told.Moodle, /title="&#34;5&#34; &#60;b&#62;".*height: 321px/);
  assert.match(told["Sphinx (reStructuredText)"], /^\.\. raw:: html\n\n {3}<script/);
});

test("a table turned twice is as it was, and a chip at the right edge goes to the middle and back", () => {
  const columns = { x: [0, 1], y: [-2, 3], w: [1, 2], h: [3, 4], align: ["right", "center"], name: ["a", "b"] };
  const turned = turn(columns);
  assert.deepEqual(turned, {
    x: [2, -3],
    y: [-0, -1],
    w: [3, 4],
    h: [1, 2],
    align: ["center", "right"],
    name: ["a", "b"],
  });
  assert.deepEqual(turn(turned), columns);
});

test("a step is what is done until the finger is up; the way back is none", () => {
  let state = { x: 0 };
  const ways = [];
  const put = (next) => {
    steps.takes(next);
    state = next;
  };
  const steps = history(
    () => state,
    put,
    (any) => ways.push(any),
  );
  for (const x of [1, 2, 3]) put({ x });
  steps.open = false;
  put({ x: 9 });
  steps.undo();
  assert.deepEqual([state.x, ways.at(-1)], [3, true]);
  steps.undo();
  assert.deepEqual([state.x, ways.at(-1)], [0, false]);
  steps.undo();
  assert.equal(state.x, 0);
  steps.dropped = true;
  assert.equal(steps.takes({ x: 5 }), false);
});

test("the search reads kana alike, forgives exchanged letters, and cuts at words", () => {
  assert.equal(kana("ねこ キー"), "ネコ キー");
  assert.deepEqual(slips("key"), ["eky", "kye"]);
  assert.ok(words("query と key").includes("query"));
  const text = `${"word ".repeat(30)}needle ${"word ".repeat(60)}`;
  const first = text.indexOf("needle");
  const [start, end] = around(text, first);
  assert.ok(start > first - 45 && start < first && text[start - 1] === " " && text[end] === " ");
  assert.deepEqual(around("short", 0), [0, 140]);
});
