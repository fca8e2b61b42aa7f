import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildSync } from "esbuild";
import { PYTHON_ENV, pythonWith } from "./python.ts";
import { startShop } from "./snippet.ts";

type File = { file: string; code: string };

/** How a shop with our package is started in its folder, at a port. */
const COMMANDS = {
  node: () => [process.execPath, "shop.mjs"],
  next: () => [process.execPath, resolve("tests/support/next-proxy.mjs"), "proxy.ts"],
  php: (port: number) => ["php", "-S", `localhost:${port}`, "shop.php"],
  python: (port: number) => [pythonWith("flask"), "-m", "flask", "--app", "shop", "run", "--port", String(port)],
} as const satisfies Record<string, (port: number) => string[]>;

export type PackagedBackend = keyof typeof COMMANDS;

export const PACKAGED_BACKENDS = Object.keys(COMMANDS) as PackagedBackend[];

/** A shop of these files as a member would run it, with our packages and those of this machine where a shop has them. */
export async function startPackaged(
  platform: PackagedBackend,
  files: readonly File[],
  { folder, port, settings = {} }: { folder: string; port: number; settings?: Record<string, string> },
) {
  mkdirSync(folder, { recursive: true });
  for (const { file, code } of files) writeFileSync(join(folder, file), code);
  FURNISH[platform](folder);
  return startShop(
    COMMANDS[platform](port),
    port,
    { SHOP_SECRET: "of the shop’s own settings, long", ...settings, ...PYTHON_ENV },
    folder,
  );
}

/** What a shop in this folder has installed. */
const FURNISH: Record<PackagedBackend, (folder: string) => void> = {
  node(folder) {
    installPackage("server", folder);
    for (const name of ["express", "express-session"])
      symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
  },
  next: (folder) => installPackage("server", folder),
  php(folder) {
    mkdirSync(join(folder, "vendor"));
    writeFileSync(join(folder, "vendor", "autoload.php"), `<?php require '${resolve("packages/php/autoload.php")}';`);
  },
  python: () => undefined,
};

const ENTRIES = { server: ["index", "express", "next"], "age-gate": ["age-gate"] };

/** Builds what of a package of ours a test needs into the `node_modules` of a folder; `tests/packages/tarball.test.ts` packs it. */
export function installPackage(name: keyof typeof ENTRIES, folder: string): string {
  const target = join(folder, "node_modules", "@ageway", name);
  const entryPoints = ENTRIES[name].map((entry) => join("packages", name, "src", `${entry}.ts`));
  buildSync({
    entryPoints,
    outdir: join(target, "dist"),
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
  });
  copyFileSync(join("packages", name, "package.json"), join(target, "package.json"));
  return target;
}
