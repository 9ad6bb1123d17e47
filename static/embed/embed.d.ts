/**
 * What passes between a page and the frame of a widget or an exercise, by postMessage. Every message carries
 * `attention: 1`, the version.
 */

type Value = number | string | boolean | number[];
type State = "static" | "booting" | "live" | "failed";

/**
 * What a parameter accepts; embed/schema.json holds the same for every widget, and for each exercise under
 * "exercise/<name>".
 */
interface Parameter {
  kind: "number" | "integer" | "choice" | "flag" | "order" | "numbers" | "text";
  default: Value;
  min?: number;
  max?: number;
  step?: number;
  options?: Value[];
  fewest?: number; /* of "numbers": how many there must be at least, and at most */
  most?: number; /* of "text": how many characters */
}

/** From the frame to the page that embeds it. */
type FromFrame = { attention: 1 } & (
  | {
      type: "ready";
      name: string;
      lang: "ja" | "en";
      title: string;
      params: Record<string, Value>;
      schema: Record<string, Parameter>;
    }
  | { type: "state"; state: State }
  | {
      type: "change";
      params: Record<string, Value>;
      facts: Record<string, unknown>;
      text: string;
      by: "reader" | "host";
    }
  /**
   * correct: right, and the model answer to these numbers had not been seen (shown); slip: what the one that was
   * recognised says, as HTML
   */
  | {
      type: "exercise";
      id: string;
      kind: "numeric" | "open";
      seed: number;
      correct: boolean;
      attempts: number;
      verdict: string | null;
      given: string;
      slip: string | null;
      hints: number;
      shown: boolean;
    }
  | { type: "resize"; height: number }
  | { type: "error"; message: string }
);

/**
 * From the page to the frame, a plain <iframe> as well as one of embed.js. A `set` that does not fit is answered by an
 * `error` that says what does, and changes nothing.
 */
type ToFrame = { attention: 1 } & (
  { type: "set"; params: Record<string, Value> } | { type: "theme"; theme: "light" | "dark" | "auto" }
);

/**
 * The elements of embed.js, <attention-widget> and <attention-exercise> (whose one parameter is `seed`); their
 * attributes are obeyed when they change. Each message arrives as the event `attention:<type>` with the rest of the
 * message as its detail.
 */
interface AttentionWidgetElement extends HTMLElement {
  readonly state: State;
  params: Record<string, Value>;
  readonly facts: Record<string, unknown>;
  readonly text: string;
  readonly schema: Record<string, Parameter> | null;
}
