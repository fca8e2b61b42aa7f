import { execFile, execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { buildSync } from "esbuild";
import { PYTHON_ENV, pythonWith } from "./python.ts";
import { startShopProcess } from "./shop-process.ts";

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
  return startShopProcess(
    COMMANDS[platform](port),
    port,
    { SHOP_SECRET: "of the shop’s own settings, long", ...settings, ...PYTHON_ENV },
    folder,
  );
}

type Instructions = { file: File; terminal: File };

/** A shop as Connect tells its developer to make it: the file is saved, and the lines for the terminal run beside it. */
export async function startByInstructions(
  platform: PackagedBackend,
  { file, terminal }: Instructions,
  { folder, port, settings = {} }: { folder: string; port: number; settings?: Record<string, string> },
) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file.file), file.code);
  const last = await installByInstructions(terminal, folder);
  const command = COMMANDS[platform](port);
  const [, ...words] = last.split(" ");
  // Next itself is played by a script, and Flask's command by its module.
  if (platform !== "next" && words.join() !== command.slice(-words.length).join())
    throw new Error(`Connect starts it with ${last}`);
  if (platform === "node")
    for (const name of ["express", "express-session"])
      symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
  const env = { SHOP_SECRET: "of the shop’s own settings, long", PYTHONPATH: "python/src", ...settings };
  return startShopProcess(command, port, env, folder);
}

/**
 * Runs all lines but the last, which starts the shop and is answered. The file of our package comes from the instance, and npm installs it.
 * What only a registry has is left out: npm's other packages, and pip and Composer themselves.
 */
export async function installByInstructions(terminal: File, folder: string): Promise<string> {
  const lines = terminal.code.trimEnd().split("\n");
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  // npm installs into the closest folder above that has one.
  mkdirSync(join(folder, "node_modules"));
  for (const [name, script] of Object.entries(WITHOUT_REGISTRY)) {
    writeFileSync(join(bin, name), `#!/bin/sh -e\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, NPM: npm() };
  await promisify(execFile)("sh", ["-e", "-c", lines.slice(0, -1).join("\n")], { cwd: folder, env });
  return lines.at(-1) ?? "";
}

const npm = () => execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim();

const WITHOUT_REGISTRY = {
  npm: `for word; do shift; case $word in *@*) ;; *) set -- "$@" "$word";; esac; done
exec "$NPM" "$@" --offline --no-audit --no-fund --no-update-notifier`,
  composer: 'test "$1" = require || test -f "$4/composer.json"',
  python3: 'test "$*" = "-m venv .venv" && mkdir -p .venv/bin && : > .venv/bin/activate',
  pip: 'tar -xzf "$2" && test -f python/pyproject.toml',
};

/** What a shop in this folder has installed. */
const FURNISH: Record<PackagedBackend, (folder: string) => void> = {
  node(folder) {
    installPackage("server", folder);
    for (const name of ["express", "express-session"])
      symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
  },
  next: (folder) => installPackage("server", folder),
  php(folder) {
    mkdirSync(join(folder, "ageway"));
    writeFileSync(join(folder, "ageway", "autoload.php"), `<?php require '${resolve("packages/php/autoload.php")}';`);
  },
  python: () => undefined,
};

const ENTRIES = { server: ["index", "express", "next"], "age-gate": ["age-gate"] };

/** Builds what of a package of ours a test needs into the `node_modules` of a folder; `tests/full/packages/tarball.test.ts` packs it. */
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
