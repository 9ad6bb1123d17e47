// node bundle.mjs FOLDER: BokehJS with no more models than FOLDER/models.json names, as FOLDER/bokeh.min.js, and the
// names of the packages of which something is in it, as FOLDER/packages.json. All lie in FOLDER/node_modules. Ends with
// an error that names the models which BokehJS does not have.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [folder] = process.argv.slice(2),
  LIBRARY = "@bokeh/bokehjs/build/js/lib";
const names = JSON.parse(readFileSync(join(folder, "models.json"), "utf8"));
const { build } = createRequire(join(folder, "/"))("esbuild");
// Where models are, in the order in which Bokeh's own bundle registers them: the first of a name is the one.
const ROOMS = ["models", "models/widgets", "models/dom"];

const entry = [
  ...ROOMS.map((room, place) => `import * as room${place} from "${LIBRARY}/${room}/index";`),
  `import { register_models } from "${LIBRARY}/base";`,
  `import * as embed from "${LIBRARY}/embed";`,
  `import { logger } from "${LIBRARY}/core/logging";`,
  `import { Document, documents } from "${LIBRARY}/document";`,
  `import { version } from "${LIBRARY}/version";`,
  `register_models([${names.map((name) => ROOMS.map((_, place) => `room${place}.${name}`).join(" ?? ")).join(", ")}]);`,
  "globalThis.Bokeh = { Document, documents, embed, index: embed.index, logger, version };",
].join("\n");

const IDLE = /[/\\]bokehjs[/\\]build[/\\]js[/\\]lib[/\\](?!document[/\\]index\.)/;
const leaner = {
  name: "leaner",
  setup(bundle) {
    // A module of Bokeh's does nothing when it is imported, so what nobody names can go; only that of documents
    // registers what they are made of. What Bokeh imports when it needs it (formulas of TeX, points by WebGL) none of
    // our figures needs.
    bundle.onResolve({ filter: /.*/ }, async ({ path, pluginData, ...asked }) => {
      if (pluginData === leaner) return null;
      if (asked.kind === "dynamic-import") return { path, namespace: "absent" };
      const found = await bundle.resolve(path, { ...asked, pluginData: leaner });
      return { ...found, sideEffects: IDLE.test(found.path) ? false : found.sideEffects };
    });
    bundle.onLoad({ filter: /.*/, namespace: "absent" }, ({ path }) => ({
      contents: `throw new Error("${path} is not in this bundle")`,
    }));
    // 90 kB of pictures for the buttons of toolbars, of which we have none; other modules import the names of their
    // classes.
    bundle.onLoad({ filter: /\/styles\/icons\.css\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/^export default `[^`]*`/m, "export default ``"),
    }));
  },
};

const { warnings, metafile } = await build({
  stdin: { contents: entry, resolveDir: folder },
  bundle: true,
  metafile: true,
  format: "iife",
  minify: true,
  target: "es2022",
  legalComments: "none",
  logLevel: "silent",
  logOverride: { "import-is-undefined": "warning" },
  outfile: join(folder, "bokeh.min.js"),
  plugins: [leaner],
});
const absent = names.filter(
  (name) => warnings.filter(({ text }) => text.includes(`"${name}"`)).length === ROOMS.length,
);
if (absent.length) throw new Error(`BokehJS has no ${absent.join(", ")}`);

const [{ inputs }] = Object.values(metafile.outputs),
  inside = Object.keys(inputs).filter((path) => inputs[path].bytesInOutput);
const packages = inside
  .map((path) => path.match(/.*node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/)?.[1])
  .filter(Boolean);
writeFileSync(join(folder, "packages.json"), JSON.stringify([...new Set(packages)].sort()));
