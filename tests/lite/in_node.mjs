// Run a Python file under Pyodide: node in_node.mjs PYODIDE_FOLDER FILE WHEEL ...
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, file, ...wheels] = process.argv.slice(2).map((name) => resolve(name));
try {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
  const pyodide = await loadPyodide({ indexURL: folder });
  for (const wheel of wheels) {
    pyodide.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
  }
  await pyodide.runPythonAsync(readFileSync(file, "utf8"));
} catch (error) {
  // What node shows by itself is a megabyte of Pyodide.
  console.error(error.message);
  process.exit(1);
}
