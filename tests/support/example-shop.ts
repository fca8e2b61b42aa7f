import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "./ports.ts";
import { outputOf } from "./snippet.ts";

const ROOT = join(import.meta.dirname, "..", "..");

export const EXAMPLES = ["express", "fastify", "hono", "next"] as const;
export type Example = (typeof EXAMPLES)[number];

/**
 * The examples in a folder of their own, with what `npm install` would bring: `@ageway/server` as it is published, the rest
 * linked to what is installed here.
 */
export function installExamples() {
  const folder = mkdtempSync(join(tmpdir(), "ageway-examples-"));
  cpSync(join(ROOT, "examples"), folder, { recursive: true });
  installServer(join(folder, "node_modules", "@ageway", "server"));
  const wanted = EXAMPLES.flatMap((name) => Object.keys(packageIn(join(folder, name)).dependencies));
  for (const name of new Set(wanted)) if (name !== "@ageway/server") link(name, folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

type Settings = { agewayUrl: string; pluginKey: string; secret?: string; port?: number };

/** Starts one as its README says, at a port of its own. */
export async function startExample(folder: string, name: Example, { agewayUrl, pluginKey, secret, port }: Settings) {
  const at = port ?? (await freePort());
  const url = `http://localhost:${at}`;
  // What `next build` and `next start` do takes 20 seconds; the shop is the same.
  const [file, ...args] =
    name === "next" ? [join(import.meta.dirname, "next-shop.mjs"), join(folder, name)] : ["shop.mjs"];
  const child = spawn(process.execPath, [file, ...args], {
    cwd: join(folder, name),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      AGEWAY_URL: agewayUrl,
      AGEWAY_KEY: pluginKey,
      ...(secret && { AGEWAY_SECRET: secret }),
      PORT: String(at),
      SHOP_URL: url,
      SESSION_SECRET: "at least thirty-two random characters",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = outputOf(child);
  const ended = once(child, "close");
  await Promise.race([once(child.stdout, "data"), ended]);
  if (child.exitCode !== null) throw new Error(`The shop ended as it started:\n${output()}`);
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { url, output, stop };
}

function installServer(to: string): void {
  const from = join(ROOT, "packages", "server");
  mkdirSync(to, { recursive: true });
  cpSync(join(from, "package.json"), join(to, "package.json"));
  execFileSync(process.execPath, [join(from, "build.mjs"), join(to, "dist")]);
}

function link(name: string, folder: string): void {
  const at = join(folder, "node_modules", name);
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(join(ROOT, "node_modules", name), at);
}

function packageIn(folder: string): { dependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
