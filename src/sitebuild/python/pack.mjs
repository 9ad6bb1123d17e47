// node pack.mjs VENDOR JOB: run JOB.py in the very Python that the browser will run, so that its bytecode fits.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [vendor, job] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(vendor, "pyodide.mjs")));
// Node would print the line of the minified script that threw; what Python says is enough.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});
const python = await loadPyodide({
  indexURL: `${vendor}/`,
  lockFileURL: join(job, "pyodide-lock.json"),
  stdout() {},
  stderr: console.error,
  env: { PYTHONOPTIMIZE: "2" },
});
python.unpackArchive(new Uint8Array(readFileSync(join(job, "numpy.whl"))), "wheel", {
  extractDir: "/lib/python3.12/site-packages",
});
python.FS.mkdirTree("/job");
python.FS.mount(python.FS.filesystems.NODEFS, { root: job }, "/job");
python.runPython(readFileSync(join(job, "job.py"), "utf8"));
