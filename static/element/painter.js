// A table of cells that are on or off, to be painted: a pointer or a finger draws what the first cell became, arrow
// keys walk, space and Enter change one. The value is a whole number with a bit for each cell, row by row, the first of
// them the lowest.
const make = (tag, properties, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

// `move({name: value})` is called with each new value; show(params) writes it.
export function painter(holder, name, { label, rows, columns }, words, move, signal, locked) {
  const n = columns.length,
    title = (text) => make("span", { textContent: text, ariaHidden: "true" });
  let value = 0,
    paint = null; // what a stroke paints: true, false, or none under way
  const on = (index) => Math.floor(value / 2 ** index) % 2 === 1; // more bits than the operators have
  const change = (index, wanted) => {
    if (locked || on(index) === wanted) return;
    show({ [name]: value + (wanted ? 1 : -1) * 2 ** index });
    move({ [name]: value });
  };
  const cells = rows.flatMap((row, r) =>
    columns.map((column, c) => {
      const index = r * n + c,
        cell = make("button", {
          type: "button",
          disabled: locked,
          ariaLabel: `${row}, ${column}`,
          tabIndex: index ? -1 : 0,
        });
      cell.onclick = ({ detail }) => {
        if (!detail) change(index, !on(index));
      }; // of the keyboard: a pointer has painted already
      cell.onkeydown = (event) => {
        const by = {
          ArrowLeft: c ? -1 : 0,
          ArrowRight: c < n - 1 ? 1 : 0,
          ArrowUp: -n,
          ArrowDown: n,
          Home: -c,
          End: n - 1 - c,
        }[event.key];
        if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        cells[index + by]?.focus({ preventScroll: true });
      };
      cell.onfocus = () => {
        for (const one of cells) one.tabIndex = one === cell ? 0 : -1;
      };
      return cell;
    }),
  );
  const grid = make(
    "div",
    { className: "painter", role: "group", ariaLabel: label },
    title(""),
    ...columns.map(title),
    ...rows.flatMap((row, r) => [title(row), ...cells.slice(r * n, (r + 1) * n)]),
  );
  grid.style.setProperty("--columns", n);
  const under = ({ clientX, clientY }) => cells.indexOf(document.elementFromPoint(clientX, clientY));
  grid.onpointerdown = (event) => {
    const index = under(event);
    if (event.button || index < 0) return;
    event.preventDefault();
    cells[index].focus({ preventScroll: true });
    grid.setPointerCapture(event.pointerId);
    change(index, (paint = !on(index)));
  };
  grid.onpointermove = (event) => {
    if (paint !== null && under(event) >= 0) change(under(event), paint);
  };
  grid.onpointerup =
    grid.onpointercancel =
    grid.onlostpointercapture =
      () => {
        paint = null;
      };
  holder.append(make("p", { className: "label", textContent: label }), grid);
  const show = (params) => {
    value = params[name];
    cells.forEach((cell, index) => {
      cell.ariaPressed = String(on(index));
    });
  };
  return { show };
}
