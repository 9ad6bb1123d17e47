// What ESLint asks of all JavaScript here. Names that are defined nowhere are tsc's to find: it knows every place's
// own.
import js from "@eslint/js";

const CLASSIC = ["static/embed/embed.js", "static/offline/sw.js", "static/page/theme.js", "static/python/*.js"];

export default [
  { ignores: ["dist", ".*", "**/node_modules"] },
  js.configs.recommended,
  {
    rules: {
      "no-undef": "off",
      "max-lines": ["error", { max: 250, skipComments: true, skipBlankLines: true }],
      "max-lines-per-function": ["error", { max: 40, skipComments: true, skipBlankLines: true }],
      "max-len": ["error", { code: 120 }],
      "no-unused-vars": ["error", { varsIgnorePattern: "^_", argsIgnorePattern: "^_" }],
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "prefer-template": "error",
      "object-shorthand": "error",
      "no-useless-return": "error",
      "no-else-return": "error",
      "no-unneeded-ternary": "error",
      "no-unused-private-class-members": "error",
    },
  },
  { files: CLASSIC, ignores: ["static/python/python.js"], languageOptions: { sourceType: "script" } },
  // they share their names
  // One call that hands Pyodide all its settings; and a driver that is one gesture.
  {
    files: ["static/python/restore.js", "tests/bench/probe.js"],
    rules: { "max-lines-per-function": ["error", { max: 60, skipComments: true, skipBlankLines: true }] },
  },
  { files: ["static/python/*.js"], rules: { "no-unused-vars": ["error", { vars: "local" }] } },
];
