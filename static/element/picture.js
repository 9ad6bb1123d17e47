// A card as a picture for slides: its title, its words, its notation and its figures as they are now, in the present
// theme. Drawn on a canvas of our own, since a browser will not hand out a picture of HTML.
const WIDE = 1600,
  HIGH = 900,
  MARGIN = 80,
  GAP = 70,
  LEFT = 560;

export async function picture(card, number, site) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: HIGH }),
    pen = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement),
    colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const family = getComputedStyle(document.body).fontFamily,
    lang = document.documentElement.lang;
  const font = (size, weight = 400) => {
    pen.font = `${weight} ${size}px ${family}`;
  };
  pen.fillStyle = colour("page");
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.textBaseline = "alphabetic";

  // A paragraph in a column, in the largest size up to `size` at which it stays within `room`; gives its lower edge.
  const write = (text, x, y, width, room, size, weight, ink) => {
    let lines;
    for (; ; size -= 1) {
      font(size, weight);
      lines = wrap(text, width, lang, (part) => pen.measureText(part).width);
      if (lines.length * size * 1.45 <= room || size <= 16) break;
    }
    pen.fillStyle = colour(ink);
    lines.forEach((line, row) => pen.fillText(line, x, y + size * (1.1 + 1.45 * row)));
    return y + size * 1.45 * lines.length;
  };

  const words = (element) => {
    const copy = element.cloneNode(true);
    for (const root of copy.querySelectorAll("msqrt")) root.prepend("√"); // a formula within a sentence, in one line
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  const y = write(words(card.querySelector("h2")), MARGIN, MARGIN, LEFT, 240, 56, 700, "ink") + 24;
  const notation = card.querySelector(".notation math");
  const foot = HIGH - MARGIN - (notation ? 90 : 20);
  const said = [...card.querySelectorAll(":scope > p:not(.notation)")].map(words).join(lang === "ja" ? "" : " ");
  write(said, MARGIN, y, LEFT, foot - y, 34, 400, "ink");
  if (notation) {
    let box,
      size = 40;
    do box = lay(notation, (size -= 2), pen, colour);
    while (box.width > LEFT && size > 16);
    box.draw(MARGIN, foot + 40);
  }
  font(20);
  pen.fillStyle = colour("quiet");
  pen.fillText([site, number].filter(Boolean).join("  ·  "), MARGIN, HIGH - 40);

  // The figures, as large as fits beside the words, and below them the sentence that describes them.
  const frames = [...card.querySelectorAll(".frame")],
    boxes = frames.map((frame) => frame.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left)),
    top = Math.min(...boxes.map((box) => box.top));
  const wide = Math.max(...boxes.map((box) => box.right)) - left,
    high = Math.max(...boxes.map((box) => box.bottom)) - top;
  const x = MARGIN + LEFT + GAP,
    room = WIDE - MARGIN - x,
    scale = Math.min(room / wide, 560 / high);
  const from = x + (room - scale * wide) / 2;
  pen.imageSmoothingQuality = "high";
  for (const frame of frames) {
    for (const drawn of canvases(frame)) {
      const box = drawn.getBoundingClientRect();
      if (box.width && box.height && drawn.width && drawn.height) {
        pen.drawImage(
          drawn,
          from + scale * (box.left - left),
          MARGIN + scale * (box.top - top),
          scale * box.width,
          scale * box.height,
        );
      }
    }
  }
  const under = MARGIN + scale * high + 30;
  write(words(card.querySelector(".sentence")), x, under, room, HIGH - MARGIN - under, 28, 400, "quiet");
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("PNG"))), "image/png"),
  );
}

// All canvases below an element, in shadow roots too, in the order in which they are painted.
const canvases = (root) =>
  [...root.querySelectorAll("*")].flatMap((one) =>
    one.tagName === "CANVAS" ? [one] : one.shadowRoot ? canvases(one.shadowRoot) : [],
  );

// Lines no wider than `width`: broken between words; in Japanese too, which has no spaces, but never before a closing
// sign.
export function wrap(text, width, lang, measure) {
  const parts =
    "Segmenter" in Intl
      ? [...new Intl.Segmenter(lang, { granularity: "word" }).segment(text)].map(({ segment }) => segment)
      : lang === "ja"
        ? [...text]
        : text.split(/(?<= )/);
  const pieces = [];
  for (const part of parts) {
    const glued =
      pieces.length &&
      (/^[\p{Pe}\p{Pf}\p{Po}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ°%]/u.test(part) ||
        /[\p{Ps}\p{Pi}]$/u.test(pieces.at(-1)) ||
        (lang !== "ja" && part !== " " && !/\s$/.test(pieces.at(-1))));
    if (glued) pieces[pieces.length - 1] += part;
    else pieces.push(part);
  }
  const lines = [""];
  for (const piece of pieces) {
    if (lines.at(-1) && measure(lines.at(-1) + piece.trimEnd()) > width) lines.push("");
    lines[lines.length - 1] += lines.at(-1) ? piece : piece.trimStart();
  }
  return lines.map((line) => line.trimEnd());
}

// MathML as a box to be drawn: {width, up, down, draw(x, baseline)}. What our notation is made of: rows, letters,
// signs, sub- and superscripts, roots and fractions.
function lay(node, size, pen, colour) {
  const of = (child, smaller = 1) => lay(child, size * smaller, pen, colour);
  const kids = [...node.children],
    name = node.localName;
  if (!kids.length) return sign(node, size, pen);
  if (name === "msub" || name === "msup") {
    const [base, script] = [of(kids[0]), of(kids[1], 0.7)],
      shift = size * (name === "msub" ? 0.22 : -0.4);
    return {
      width: base.width + script.width,
      up: Math.max(base.up, script.up - shift),
      down: Math.max(base.down, script.down + shift),
      draw: (x, y) => {
        base.draw(x, y);
        script.draw(x + base.width, y + shift);
      },
    };
  }
  if (name === "mfrac") {
    const [over, under] = kids.map((kid) => of(kid, 0.8)),
      width = Math.max(over.width, under.width) + size * 0.2,
      axis = size * 0.28;
    return {
      width,
      up: axis + over.up + over.down + size * 0.15,
      down: under.up + under.down + size * 0.15 - axis,
      draw: (x, y) => {
        over.draw(x + (width - over.width) / 2, y - axis - over.down - size * 0.1);
        under.draw(x + (width - under.width) / 2, y - axis + under.up + size * 0.1);
        line(pen, colour("ink"), size, [
          [x, y - axis],
          [x + width, y - axis],
        ]);
      },
    };
  }
  const boxes = kids.map((kid) => of(kid)),
    row = {
      width: boxes.reduce((sum, box) => sum + box.width, 0),
      up: Math.max(...boxes.map((box) => box.up)),
      down: Math.max(...boxes.map((box) => box.down)),
      draw: (x, y) => {
        for (const box of boxes) {
          box.draw(x, y);
          x += box.width;
        }
      },
    };
  if (name !== "msqrt") return row;
  const hook = size * 0.55;
  return {
    ...row,
    width: row.width + hook + size * 0.1,
    up: row.up + size * 0.15,
    draw: (x, y) => {
      const top = y - row.up - size * 0.1;
      line(pen, colour("ink"), size, [
        [x + size * 0.06, y - size * 0.25],
        [x + size * 0.18, y - size * 0.32],
        [x + size * 0.33, y + row.down],
        [x + hook, top],
        [x + hook + row.width + size * 0.06, top],
      ]);
      row.draw(x + hook, y);
    },
  };
}

function sign(node, size, pen) {
  const text = node.textContent.trim(),
    slanted = node.localName === "mi" && text.length === 1 && node.getAttribute("mathvariant") !== "normal";
  const font = `${slanted ? "italic " : ""}${size}px "STIX Two Math", "Cambria Math", "Latin Modern Math", serif`;
  const space = !text
    ? (size * (parseFloat(node.getAttribute("width")) || 1)) / 2
    : /^[=+]$/.test(text)
      ? size * 0.28
      : /^[,;]$/.test(text)
        ? size * 0.12
        : 0;
  const ink = getComputedStyle(node).color;
  pen.font = font;
  return {
    width: pen.measureText(text).width + (text === "," ? 1 : 2) * space,
    up: size * 0.75,
    down: size * 0.22,
    draw: (x, y) => {
      pen.font = font;
      pen.fillStyle = ink;
      pen.fillText(text, x + (text === "," ? 0 : space), y);
    },
  };
}

function line(pen, ink, size, points) {
  pen.strokeStyle = ink;
  pen.lineWidth = Math.max(1.5, size * 0.05);
  pen.lineJoin = "round";
  pen.beginPath();
  points.forEach(([x, y], index) => (index ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.stroke();
}
