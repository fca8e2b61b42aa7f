import { spawn, spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");

/** Debian's own beside whichever stands first on the path: `npm test` installs Flask and Django for Debian's. */
const INTERPRETERS = ["python3", "/usr/bin/python3"];

const found = new Map<string, string>();

/** A Python that has these modules. It looks for them without loading them, which would take longer than most tests. */
export function pythonWith(...modules: string[]): string {
  const wanted = modules.join();
  const python = found.get(wanted) ?? INTERPRETERS.find((python) => hasModules(python, modules));
  if (python === undefined) throw new Error(`No Python has ${wanted}: on Debian, npm test installs it`);
  found.set(wanted, python);
  return python;
}

function hasModules(python: string, modules: string[]): boolean {
  const program = "import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))";
  return spawnSync(python, ["-c", program, ...modules]).status === 0;
}

/** The surroundings in which `import ageway` finds the sources. */
export const PYTHON_ENV = {
  PYTHONPATH: [join(ROOT, "packages/python/src"), process.env.PYTHONPATH].filter(Boolean).join(delimiter),
  PYTHONDONTWRITEBYTECODE: "1",
};

/** Gives a program of ours its order, and answers the lines that it printed. */
export async function askPython(
  file: string,
  order: unknown,
  { modules = [], env: surroundings = {} }: { modules?: string[]; env?: Record<string, string> } = {},
): Promise<Record<string, unknown>[]> {
  const env = { ...process.env, ...PYTHON_ENV, ...surroundings };
  const child = spawn(pythonWith(...modules), [join(ROOT, file)], { env, stdio: ["pipe", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  child.stdin.end(JSON.stringify(order));
  const status = await new Promise((done) => child.once("close", done));
  if (status !== 0) throw new Error(`${file} ended with ${status}:\n${output.stderr}`);
  return output.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
