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
  { files: ["static/python/*.js"], rules: { "no-unused-vars": ["error", { vars: "local" }] } },
];
