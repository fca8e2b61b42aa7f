// Makes `dist`, or the folder that is named: a small script for each subpath, and the types with their comments.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { parseSync } from "oxc-parser";

const HERE = import.meta.dirname;
const [, , OUT = join(HERE, "dist")] = process.argv;
const COMPILER = join(HERE, "..", "..", "node_modules", "typescript", "bin", "tsc");
const ADAPTERS = ["express", "fastify", "hono", "next"];

rmSync(OUT, { recursive: true, force: true });
const options = { bundle: true, format: "esm", platform: "neutral", target: "es2022", minify: true, outdir: OUT };
await build({ ...options, entryPoints: [join(HERE, "src", "index.ts")] });
await build({ ...options, entryPoints: ADAPTERS.map((name) => join(HERE, "src", `${name}.ts`)), plugins: [sharing()] });
writeTypes();

/** The adapters take the gate from `index.js`, where it is anyway. */
function sharing() {
  const shared = () => ({ path: "./index.js", external: true });
  return { name: "sharing", setup: ({ onResolve }) => onResolve({ filter: /^\.\/gate\.ts$/ }, shared) };
}

/** What the compiler writes for each module, without what only modules of ours import from each other. */
function writeTypes() {
  const folder = mkdtempSync(join(tmpdir(), "ageway-types-"));
  execFileSync(process.execPath, [COMPILER, "-p", HERE, "--emitDeclarationOnly", "--outDir", folder]);
  const textOf = (name) => readFileSync(join(folder, `${name}.d.ts`), "utf8");
  const names = [...textOf("index").matchAll(/[{,]\s*(?:type )?(\w+)/g)].map(([, name]) => name);
  const modules = readdirSync(folder).map((file) => file.replace(".d.ts", ""));
  const shared = modules.filter((name) => name !== "index" && !ADAPTERS.includes(name));
  const declarations = new Map(shared.flatMap((name) => declarationsIn(textOf(name))));
  const found = new Set(names);
  for (const name of found)
    for (const [word] of declarations
      .get(name)
      .text.replace(/\/\*\*.*?\*\//gs, "")
      .matchAll(/\w+/g))
      if (declarations.get(word)?.isType) found.add(word);
  const texts = [...found].map((name) => declarations.get(name).text);
  writeFileSync(
    join(OUT, "index.d.ts"),
    `${texts.join("\n").replaceAll("    ", " ")}\nexport { ${names.join(", ")} };\n`,
  );
  for (const name of ADAPTERS)
    writeFileSync(join(OUT, `${name}.d.ts`), textOf(name).replace(/"\.\/gate\.[jt]s"/, '"./index.js"'));
  rmSync(folder, { recursive: true });
}

/** Each top-level declaration with the comments above it, by its name. */
function declarationsIn(text) {
  let end = 0;
  return parseSync("module.d.ts", text).program.body.flatMap((statement) => {
    const from = end;
    end = statement.end;
    const declared = statement.declaration ?? statement;
    const name = declared.id?.name;
    const whole = text
      .slice(from, end)
      .trim()
      .replace(/^export /m, "");
    return name === undefined ? [] : [[name, { text: whole, isType: declared.type === "TSTypeAliasDeclaration" }]];
  });
}
