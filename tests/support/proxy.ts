import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificateOf } from "./certificate.ts";
import { freePorts, listening } from "./ports.ts";

type Place = {
  folder: string;
  https: number;
  http: number;
  upstreams: readonly number[];
  certificate: string;
  key: string;
};

type Edit = readonly [from: string | RegExp, to: string];

/** How each is told where it stands, and started. `edits`: what is replaced in the shipped file; each must occur in it. */
const PROXIES = {
  nginx: {
    file: "deploy/nginx.conf",
    edits: ({ folder, https, http, upstreams, certificate, key }: Place): Edit[] => [
      ...nginxServers(upstreams),
      [/listen (\[::\]:)?443/g, `listen $1${https}`],
      [/listen (\[::\]:)?80 /g, `listen $1${http} `],
      ["age.example", "localhost"],
      ["/etc/ssl/ageway/fullchain.pem", certificate],
      ["/etc/ssl/ageway/privkey.pem", key],
      ["/run/nginx.pid", join(folder, "nginx.pid")],
      ["/dev/stdout", join(folder, "access.log")],
      ["worker_processes auto", "worker_processes 1"],
      [
        "http {",
        `http {\n${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join("\n")}`,
      ],
    ],
    test: (file: string) => ["-t", "-q", "-e", "stderr", "-c", file],
    run: (file: string) => ["-e", "stderr", "-c", file, "-g", "daemon off;"],
  },
  caddy: {
    file: "deploy/Caddyfile",
    edits: ({ https, http, upstreams, certificate, key }: Place): Edit[] => [
      ["{$AGEWAY_UPSTREAMS:127.0.0.1:3000 127.0.0.1:3001}", upstreams.map((port) => `127.0.0.1:${port}`).join(" ")],
      ["{$AGEWAY_HOST:age.example} {", `https://localhost:${https} {\n\ttls ${certificate} ${key}`],
      ["admin off", `admin off\n\thttp_port ${http}\n\thttps_port ${https}`],
    ],
    test: (file: string) => ["validate", "--adapter", "caddyfile", "--config", file],
    run: (file: string) => ["run", "--adapter", "caddyfile", "--config", file],
  },
} as const;

export type ProxyName = keyof typeof PROXIES;

/** Two processes as shipped; one alone as the file says to write it. */
function nginxServers([first, second]: readonly number[]): Edit[] {
  const ALL = /(?:server 127\.0\.0\.1:300[01] max_fails=[^;]+;\s+){4}/;
  if (second === undefined) return [[ALL, `server 127.0.0.1:${first} max_fails=0;\n`.repeat(2)]];
  return [
    ["127.0.0.1:3000", `127.0.0.1:${first}`],
    ["127.0.0.1:3001", `127.0.0.1:${second}`],
  ];
}

/** The distribution's nginx or Caddy with the file that we ship, in front of an Ageway at each of these ports. */
export async function startProxy(name: ProxyName, ...upstreams: number[]) {
  const folder = mkdtempSync(join(tmpdir(), `ageway-${name}-`));
  const [https = 0, http = 0] = await freePorts(2);
  const { certificate, privateKey } = certificateOf("localhost");
  const place = { folder, https, http, upstreams, certificate: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  writeFileSync(place.certificate, certificate);
  writeFileSync(place.key, privateKey);
  const proxy = PROXIES[name];
  const file = join(folder, "config");
  writeFileSync(file, edited(readFileSync(proxy.file, "utf8"), proxy.edits(place)));
  const checked = spawnSync(name, proxy.test(file), { encoding: "utf8", env: { ...process.env, HOME: folder } });
  if (checked.error) throw new Error(`This test needs ${name} on the PATH. On Debian: apt-get install ${name}`);
  if (checked.status !== 0) throw new Error(`${name} refuses ${proxy.file}:\n${checked.stderr}`);
  const server = spawn(name, proxy.run(file), {
    env: { ...process.env, HOME: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  await listening(https, server).catch(() => {
    throw new Error(`${name} ended:\n${output}`);
  });
  return {
    url: `https://localhost:${https}`,
    plainUrl: `http://localhost:${http}`,
    /** What a client of it has to trust. */
    certificate,
    /** What it warned of when it checked the file. */
    warnings: checked.stderr.split("\n").filter((line) => line !== "" && !/"level":"info"|stapling OCSP/.test(line)),
    /** Everything that it has written about requests. */
    log: () => (name === "nginx" ? readFileSync(join(folder, "access.log"), "utf8") : output),
    async stop() {
      server.kill("SIGTERM");
      if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function edited(text: string, edits: readonly Edit[]): string {
  return edits.reduce((before, [from, to]) => {
    const after = before.replaceAll(typeof from === "string" ? from : new RegExp(from, "g"), to);
    if (after === before) throw new Error(`The shipped file does not say ${from}`);
    return after;
  }, text);
}

/** Another address than that of Ageway, so that the two cannot be mistaken for each other. */
export const CALLER = "127.0.0.2";

type ProxyAnswer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };
type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

/** One request from `CALLER` on a connection of its own, without any header that is not given. */
export function ask(url: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<ProxyAnswer> {
  return new Promise((done, fail) => {
    const sent = request(
      url,
      { method, headers, agent: false, rejectUnauthorized: false, localAddress: CALLER, family: 4 },
      async (response) => {
        let text = "";
        for await (const chunk of response.setEncoding("utf8")) text += chunk;
        done({ status: response.statusCode ?? 0, headers: response.headers, text });
      },
    );
    sent.once("error", fail).end(body);
  });
}
