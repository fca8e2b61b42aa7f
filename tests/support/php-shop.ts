import { spawn } from "node:child_process";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { freePort } from "./ports.ts";
import { outputOf } from "./shop-process.ts";

/** The shops under `examples` that PHP runs. */
export const PHP_SHOPS = ["php", "laravel", "symfony"] as const;

export type PhpShop = (typeof PHP_SHOPS)[number];

/** What a shop is told; `shopUrl` is where it is, unless visitors see it elsewhere. */
type Settings = { url: string; key: string; secret?: string; shopUrl?: string; port?: number };

/** One of them, as its first line says to start it. It serves one request at a time. */
export async function startPhpShop(name: PhpShop, { url, key, secret, shopUrl, ...settings }: Settings) {
  const port = settings.port ?? (await freePort());
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    AGEWAY_URL: url,
    AGEWAY_KEY: key,
    ...(secret && { AGEWAY_SECRET: secret }),
    ...(shopUrl && { SHOP_URL: shopUrl }),
    PORT: String(port),
    SESSION_SECRET: "at least thirty-two random characters",
  } as const;
  const args = ["-d", "display_errors=stderr", "-S", `localhost:${port}`, "shop.php"];
  const child = spawn("php", args, { cwd: `examples/${name}`, env, stdio: ["ignore", "pipe", "pipe"] });
  await once(child, "spawn").catch((fault) => {
    throw new Error("php is not there: on Debian, npm test installs it", { cause: fault });
  });
  const output = outputOf(child);
  const exited = once(child, "close");
  while (!output().includes("started")) {
    if (child.exitCode !== null) throw new Error(`The shop ended as it started:\n${output()}`);
    await Promise.race([once(child.stderr, "data"), exited]);
  }
  const stop = async () => {
    child.kill();
    await exited;
  };
  return { url: `http://localhost:${port}`, output, stop };
}

type Sent = { method: string; headers: Record<string, string> };

/** Plain node:http: `fetch` would add `Sec-Fetch-Mode` and friends of its own. */
export async function sendToShop(url: string, sent: Sent) {
  const request = httpRequest(url, { ...sent, agent: false }).end();
  const [response] = await once(request, "response");
  const pairs = Object.entries<string[]>(response.headersDistinct).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return { status: Number(response.statusCode), headers: new Headers(pairs), text: await text(response) };
}
