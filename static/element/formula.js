// MathML as boxes to be drawn on a canvas: what our notation is made of, which is rows, letters, signs, sub- and
// superscripts, roots and fractions.

/**
 * @typedef {{ width: number, up: number, down: number, draw(x: number, baseline: number): void }} Box
 * @typedef {CanvasRenderingContext2D} Pen
 */

const SMALLER = { script: 0.7, fraction: 0.8 };

/** @param {Element} node @param {number} size @param {Pen} pen @param {string} ink @returns {Box} */
export function lay(node, size, pen, ink) {
  const of = (/** @type {Element} */ child, smaller = 1) => lay(child, size * smaller, pen, ink);
  const kids = [...node.children];
  if (!kids.length) return sign(node, size, pen);
  if (node.localName === "msub") return script(of(kids[0]), of(kids[1], SMALLER.script), size * 0.22);
  if (node.localName === "msup") return script(of(kids[0]), of(kids[1], SMALLER.script), size * -0.4);
  const stroke = (/** @type {number[][]} */ points) => line(pen, ink, size, points);
  if (node.localName === "mfrac") {
    const [over, under] = kids.map((kid) => of(kid, SMALLER.fraction));
    return fraction(over, under, size, stroke);
  }
  const whole = row(kids.map((kid) => of(kid)));
  return node.localName === "msqrt" ? root(whole, size, stroke) : whole;
}

/** @param {Box[]} boxes @returns {Box} */
const row = (boxes) => ({
  width: boxes.reduce((sum, box) => sum + box.width, 0),
  up: Math.max(...boxes.map((box) => box.up)),
  down: Math.max(...boxes.map((box) => box.down)),
  draw(start, y) {
    boxes.reduce((x, box) => {
      box.draw(x, y);
      return x + box.width;
    }, start);
  },
});

/** @param {Box} base @param {Box} script @param {number} shift downwards @returns {Box} */
const script = (base, script, shift) => ({
  width: base.width + script.width,
  up: Math.max(base.up, script.up - shift),
  down: Math.max(base.down, script.down + shift),
  draw(x, y) {
    base.draw(x, y);
    script.draw(x + base.width, y + shift);
  },
});

/**
 * @param {Box} over
 * @param {Box} under
 * @param {number} size
 * @param {(points: number[][]) => void} stroke
 * @returns {Box}
 */
function fraction(over, under, size, stroke) {
  const width = Math.max(over.width, under.width) + size * 0.2;
  const axis = size * 0.28;
  return {
    width,
    up: axis + over.up + over.down + size * 0.15,
    down: under.up + under.down + size * 0.15 - axis,
    draw(x, y) {
      over.draw(x + (width - over.width) / 2, y - axis - over.down - size * 0.1);
      under.draw(x + (width - under.width) / 2, y - axis + under.up + size * 0.1);
      stroke([
        [x, y - axis],
        [x + width, y - axis],
      ]);
    },
  };
}

/** @param {Box} under @param {number} size @param {(points: number[][]) => void} stroke @returns {Box} */
function root(under, size, stroke) {
  const hook = size * 0.55;
  return {
    width: under.width + hook + size * 0.1,
    up: under.up + size * 0.15,
    down: under.down,
    draw(x, y) {
      const top = y - under.up - size * 0.1;
      const foot = [
        [x + size * 0.06, y - size * 0.25],
        [x + size * 0.18, y - size * 0.32],
        [x + size * 0.33, y + under.down],
      ];
      stroke([...foot, [x + hook, top], [x + hook + under.width + size * 0.06, top]]);
      under.draw(x + hook, y);
    },
  };
}

/**
 * A letter, a number or a sign, with the space that goes round it.
 * @param {Element} node
 * @param {number} size
 * @param {Pen} pen
 * @returns {Box}
 */
function sign(node, size, pen) {
  const text = node.textContent.trim();
  const slanted = node.localName === "mi" && text.length === 1 && node.getAttribute("mathvariant") !== "normal";
  const font = `${slanted ? "italic " : ""}${size}px "STIX Two Math", "Cambria Math", "Latin Modern Math", serif`;
  const [before, after] = spaces(text, parseFloat(node.getAttribute("width") ?? "") || 1).map((em) => em * size);
  const { color } = getComputedStyle(node);
  pen.font = font;
  return {
    width: before + pen.measureText(text).width + after,
    up: size * 0.75,
    down: size * 0.22,
    draw(x, y) {
      Object.assign(pen, { font, fillStyle: color });
      pen.fillText(text, x + before, y);
    },
  };
}

/**
 * Before and after a sign, in its size; `width` is what an empty one takes.
 * @param {string} text
 * @param {number} width
 */
function spaces(text, width) {
  if (!text) return [width / 2, width / 2];
  if (/^[=+]$/.test(text)) return [0.28, 0.28];
  return text === "," ? [0, 0.12] : text === ";" ? [0.12, 0.12] : [0, 0];
}

/** @param {Pen} pen @param {string} ink @param {number} size @param {number[][]} points */
function line(pen, ink, size, points) {
  Object.assign(pen, { strokeStyle: ink, lineWidth: Math.max(1.5, size * 0.05), lineJoin: "round" });
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.stroke();
}
