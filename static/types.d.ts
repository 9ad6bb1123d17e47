/**
 * What JavaScript shares with others, as tsc knows it: Bokeh's names that we use, the questions to Python's worker and
 * its answers, and what the build writes of a widget and of an exercise. Nothing of it travels. `Value`, `State` and
 * `Parameter` are those of embed/embed.d.ts.
 */

type Params = Record<string, Value>;
/** What a widget computes (its `facts`): numbers, words and lists of them, by names that its sentences quote. */
type Facts = Record<string, any>;
type Columns = Record<string, any[]>;
/** The interface in one language, of pages/_strings.toml. */
type Words = Record<string, string> & { exercise: Record<string, string>; handout: Record<string, string> };
type Move = (changes: Params) => void;

/** What a parameter accepts and how its control shows it (attention/parameters.py); each kind has some of these. */
interface Spec extends Parameter {
  label: string;
  default: any;
  min: number;
  max: number;
  step: number;
  digits?: number;
  play?: boolean;
  stops: number[];
  options: any[];
  words: string[];
  length: number;
  fewest: number;
  most: number;
  rows: string[];
  columns: string[];
}
type Schema = Record<string, Spec>;

/** A table that can be read cell by cell, or turned unless it is plain. */
interface Table {
  table: string;
  rows: number;
  columns: number;
  plain?: boolean;
}
interface Figure {
  caption: string;
  table: Table | null;
  ratio: number;
  x: [number, number];
  y: [number, number];
}
interface Handle {
  x: string;
  y: string;
  role: string;
  figure: number;
  label: string;
}

/** widgets/<lang>/<file>.json: what sitebuild/drawing/prerender.py says of a widget, with what writing.py adds. */
interface Drawn {
  name: string;
  lang: string;
  title: string;
  html: string;
  params: Params;
  facts: Facts;
  schema: Schema;
  controls: { param: string; kind: string; drawn: boolean; role: string; said: string }[];
  figures: Figure[];
  strip: object[];
  handle: Handle | null;
  marks: Record<string, string>;
  many: boolean;
  checks: object[];
  presets: { label: string; params: Params }[];
  listings: { title: string; source: string; lines: object[] }[];
  document: object;
  file?: string;
}

/** exercises/<lang>/<name>.json */
interface Posed {
  name: string;
  lang: string;
  kind: "numeric" | "open";
  title: string;
  drawn: boolean;
  asked: number;
  schema: Schema;
  exercise: object;
  texts: string[];
  html: string;
}

/** To Python's worker, as JSON (attention/runtime/stage.py); `seq` is put in by python.js. */
type Question =
  | { do: "mount"; id: string; name: string; params: Params; texts: string[]; file?: string; shown: number | null }
  | { do: "update"; id: string; params: Params; shown?: number | null }
  | { do: "unmount"; id: string }
  | ({ do: "exercise"; id: string; exercise: object; seed: number; texts: string[]; words?: object } & Partial<Typed>);
interface Typed {
  typed: string[];
  working: string[];
}
/** From it, for a widget and for an exercise. */
interface Answer {
  seq: number;
  error?: string;
  columns: Record<string, Columns>;
  facts: Facts;
  texts: string[];
  more?: boolean;
  check?: Verdict;
}
interface Verdict {
  verdict: string;
  told: string;
  field: number;
  says?: string | null;
}
/** Python as a page's scripts know it: a worker of its own, or a port to another frame's. */
type Computer = Worker | MessagePort;
/** A worker that was started before the page had been parsed (early.js), with what it has said since. */
interface Window {
  earlyPython?: { worker: Worker; said: Said[] };
}
interface Navigator {
  connection?: { saveData?: boolean; type?: string };
}
/** What else a worker says, as objects. */
interface Progress {
  step: string;
  done: number;
  all: number | null;
}
type Said = string | ({ kind: "progress" } & Progress) | { kind: "live" | "died"; reason?: string };

/** A control or a mark on a figure: follows the parameters, and may let go of what its reader has not finished. */
interface Follower {
  show(params: Params): void;
  forget?(): void;
}
/** Where a control stands and what it may do. */
interface Place {
  holder: HTMLElement;
  param: string;
  spec: Spec;
  words: Words;
  locked: boolean;
  signal: AbortSignal;
  move: Move;
  now: () => any;
  control: BokehModel;
  view: any;
}

/** Bokeh's public names that we use. Its views' private ones are element/bokeh.js's alone, and `any`. */
interface BokehModel {
  [property: string]: any;
}
interface BokehDocument {
  roots(): BokehModel[];
}
interface BokehViews {
  get(root: BokehModel): any;
  get_by_id?(id: string): any;
  clear(): void;
}
declare const Bokeh: {
  version: string;
  documents: BokehDocument[];
  Document: { from_json(json: object): BokehDocument };
  embed: {
    add_document_standalone(model: BokehDocument, element: Element, holders: Element[]): Promise<BokehViews>;
  };
  logger: { set_level(level: string): void };
};

/** What embed.js tells its frame; the version is put in when it goes. */
type Sent = { type: "set"; params: Params } | { type: "theme"; theme: "light" | "dark" };
