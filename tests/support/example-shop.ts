import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { isFull } from "./full.ts";
import { freePort } from "./ports.ts";
import { outputOf } from "./shop-process.ts";

const ROOT = join(import.meta.dirname, "..", "..");

export const EXAMPLES = ["express", "fastify", "hono", "next"] as const;
/** Vendure has a lock file of its own, which `scripts/prepare.mjs full` installs. */
export type ExampleShop = (typeof EXAMPLES)[number] | "vendure";

/** Protects the sessions of each example. */
export const SESSION_SECRET = "at least thirty-two random characters";

/**
 * The examples in a folder of their own, with what `npm install` would bring: `@ageway/server` as it is published, the rest
 * linked to what is installed here.
 */
export function installExamples() {
  const folder = mkdtempSync(join(tmpdir(), "ageway-examples-"));
  const filter = (path: string) => basename(path) !== "node_modules";
  cpSync(join(ROOT, "examples"), folder, { recursive: true, filter });
  symlinkSync(join(ROOT, "examples", "vendure", "node_modules"), join(folder, "vendure", "node_modules"));
  installServer(join(folder, "node_modules", "@ageway", "server"));
  const wanted = EXAMPLES.flatMap((name) => packagesOf(join(folder, name)));
  for (const name of new Set(wanted)) if (name !== "@ageway/server") link(name, folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

type Settings = {
  agewayUrl: string;
  pluginKey: string;
  secret?: string;
  port?: number;
  /** What starts it, unless its own program does. */
  program?: string;
  env?: Record<string, string>;
};

/** Starts one as its README says, at a port of its own. */
export async function startExample(
  folder: string,
  name: ExampleShop,
  { agewayUrl, pluginKey, secret, port, program = "shop.mjs", env }: Settings,
) {
  const at = port ?? (await freePort());
  const url = `http://localhost:${at}`;
  const args = name === "next" ? nextCommand(join(folder, name), at) : [program];
  const child = spawn(process.execPath, args, {
    cwd: join(folder, name),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      AGEWAY_URL: agewayUrl,
      AGEWAY_KEY: pluginKey,
      ...(secret && { AGEWAY_SECRET: secret }),
      PORT: String(at),
      SHOP_URL: url,
      SESSION_SECRET,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = outputOf(child);
  const ended = once(child, "close");
  const isOpen = () => /The shop is open|Ready in/.test(output());
  while (!isOpen() && child.exitCode === null) await Promise.race([once(child.stdout, "data"), ended]);
  if (child.exitCode !== null) throw new Error(`The shop ended as it started:\n${output()}`);
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { url, output, stop };
}

/** What `next build` and `next start` do takes half a minute; the shop is the same without. */
function nextCommand(folder: string, port: number): string[] {
  if (!isFull) return [join(import.meta.dirname, "next-shop.mjs"), folder];
  const next = join(folder, "..", "node_modules", "next", "dist", "bin", "next");
  // Turbopack wants packages that are in the folder, not linked.
  execFileSync(process.execPath, [next, "build", "--webpack"], { cwd: folder, stdio: "ignore" });
  return [next, "start", "--port", String(port)];
}

/** What `npm pack` made for the build, which is as new as the sources: an app refuses to start beside an older one. */
function installServer(to: string): void {
  mkdirSync(to, { recursive: true });
  const packed = join(ROOT, ".next", "packages", "ageway-server.tgz");
  execFileSync("tar", ["-xzf", packed, "-C", to, "--strip-components=1"]);
}

function link(name: string, folder: string): void {
  const at = join(folder, "node_modules", name);
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(join(ROOT, "node_modules", name), at);
}

function packagesOf(folder: string): string[] {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.keys({ ...dependencies, ...devDependencies });
}
