import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { certificateOf } from "./certificate.ts";
import { freePort } from "./ports.ts";

/** Either will do; the test says which one it needs where both are missing. */
const PROGRAMS = ["redis-server", "valkey-server"];

type Pair = { certificate: string; privateKey: string };

/** A Redis or Valkey of the test's own, with a password. A test stops, kills and restarts it at the same address. */
export async function startRedis({ tls = false, pair }: { tls?: boolean; pair?: Pair } = {}) {
  const directory = mkdtempSync(join(tmpdir(), "ageway-redis-"));
  const [port, password] = [await freePort(), "not+public"];
  const certificateFile = join(directory, "certificate.pem");
  const flags = ["--bind", "127.0.0.1", "--requirepass", password, "--save", "", "--dir", directory];
  if (tls) {
    const { certificate, privateKey } = pair ?? certificateOf("localhost");
    writeFileSync(certificateFile, certificate);
    writeFileSync(join(directory, "key.pem"), privateKey);
    flags.push("--tls-cert-file", certificateFile, "--tls-key-file", join(directory, "key.pem"));
    flags.push("--tls-auth-clients", "no", "--port", "0", "--tls-port", String(port));
  } else flags.push("--port", String(port));
  let server = await launch(flags);
  const ask = async <Answer>(question: (client: ReturnType<typeof clientOf>) => Promise<Answer>) => {
    const client = clientOf();
    await client.connect();
    return question(client).finally(() => client.destroy());
  };
  const clientOf = () => createClient({ url, ...(tls && { socket: { tls: true, rejectUnauthorized: false } }) });
  const url = `redis${tls ? "s" : ""}://:${encodeURIComponent(password)}@localhost:${port}`;
  return {
    url,
    port,
    password,
    ask,
    /** What a client of it has to trust. */
    certificateFile,
    /** It accepts connections, and answers nothing. */
    freeze: () => server.kill("SIGSTOP"),
    thaw: () => server.kill("SIGCONT"),
    async kill() {
      server.kill("SIGKILL");
      await exitOf(server);
    },
    async restart() {
      server = await launch(flags);
    },
    /** Every key, and in how many milliseconds it expires. */
    keys: () =>
      ask(async (client) => {
        const names = await client.keys("*");
        return new Map(await Promise.all(names.map(async (name) => [name, await client.pTTL(name)] as const)));
      }),
    /** How many connections it has. */
    connections: () => ask(async (client) => (await client.clientList()).length - 1),
    async remove() {
      server.kill("SIGKILL");
      await exitOf(server);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Answers when it accepts connections. */
async function launch(flags: string[]): Promise<ChildProcess> {
  for (const program of PROGRAMS) {
    const server = spawn(program, flags, { stdio: ["ignore", "pipe", "pipe"] });
    const isThere = await once(server, "spawn").then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    let output = "";
    for await (const text of server.stdout.setEncoding("utf8")) {
      output += text;
      if (output.includes("Ready to accept connections")) break;
    }
    server.stdout.destroy();
    if (server.exitCode === null) return server;
    throw new Error(`${program} does not start:\n${output}`);
  }
  throw new Error("This test needs redis-server or valkey-server on the PATH. On Debian: apt-get install redis-server");
}

async function exitOf(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
}
