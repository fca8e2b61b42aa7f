import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "./ports.ts";
import { PYTHON_ENV, pythonWith } from "./python.ts";
import { outputOf } from "./shop-process.ts";

const EXAMPLES = join(import.meta.dirname, "..", "..", "examples");

export const PYTHON_SHOPS = ["flask", "django"] as const;

type Settings = { agewayUrl: string; pluginKey: string; secret?: string; port?: number; shopUrl?: string };

/** A shop of `examples`, started as its README says, at a port of its own. */
export async function startPythonShop(
  name: (typeof PYTHON_SHOPS)[number],
  { agewayUrl, pluginKey, secret, shopUrl, ...others }: Settings,
) {
  const port = others.port ?? (await freePort());
  const child = spawn(pythonWith(name), ["shop.py"], {
    cwd: join(EXAMPLES, name),
    env: {
      ...PYTHON_ENV,
      PATH: process.env.PATH,
      NODE_ENV: process.env.NODE_ENV,
      AGEWAY_URL: agewayUrl,
      AGEWAY_KEY: pluginKey,
      PORT: String(port),
      ...(secret && { AGEWAY_SECRET: secret }),
      ...(shopUrl && { SHOP_URL: shopUrl }),
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
  return { url: `http://localhost:${port}`, output, stop };
}
