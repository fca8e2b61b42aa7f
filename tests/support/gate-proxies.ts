import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ASKING_PROXIES, shopPorts, startAskingProxy } from "./asking-proxies.ts";
import { fileIn } from "./document-block.ts";
import { freePorts, listening } from "./ports.ts";
import { startShopProcess } from "./shop-process.ts";

export const CHAPTER = readFileSync("docs/integrate/proxy-gate.md", "utf8");

/** The block of the chapter for each proxy. */
const FILES = {
  caddy: "proxy-gate/Caddyfile",
  nginx: "proxy-gate/ageway.conf",
  haproxy: "proxy-gate/haproxy.cfg",
  traefik: "proxy-gate/traefik.yaml",
  envoy: "proxy-gate/envoy.yaml",
  kubernetes: "proxy-gate/kubernetes.yaml",
};
export type GateProxy = keyof typeof FILES;
export const GATE_PROXIES = Object.keys(FILES) as GateProxy[];

type Ports = { proxy: number; gate: number; shop: number };

/** What a reader puts in. */
const PLACES: Record<GateProxy, (ports: Ports) => Record<string, string>> = {
  caddy: ({ proxy, gate, shop }) => ({
    "shop.example {": `http://localhost:${proxy} {`,
    "127.0.0.1:8090": `127.0.0.1:${gate}`,
    "127.0.0.1:8080": `127.0.0.1:${shop}`,
  }),
  nginx: ({ gate }) => ({ "127.0.0.1:8090": `127.0.0.1:${gate}` }),
  haproxy: () => ({}),
  traefik: ({ gate, shop }) => ({ "127.0.0.1:8090": `127.0.0.1:${gate}`, "127.0.0.1:8080": `127.0.0.1:${shop}` }),
  envoy: ({ gate }) => ({ "127.0.0.1:8090": `127.0.0.1:${gate}` }),
  kubernetes: ({ gate }) => ({ "http://ageway-gate.default.svc.cluster.local:8090": `http://127.0.0.1:${gate}` }),
};

type Shop = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The real gate, asked by a proxy with the file that we ship, before a shop that knows nothing of it. `broken`: makes
 * another script of HAProxy's.
 */
export async function startGatedProxy(
  name: GateProxy,
  shop: Shop,
  settings: Record<string, string>,
  broken = (script: string) => script,
) {
  const [proxyPort = 0, gatePort = 0] = await freePorts(2);
  const server = createServer(shop);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const ports = { proxy: proxyPort, gate: gatePort, shop: (server.address() as AddressInfo).port };
  const url = `http://localhost:${proxyPort}`;
  const startGate = () =>
    startShopProcess([process.execPath, "packages/gate/src/main.ts"], gatePort, {
      AGE: "18",
      ORIGIN: url,
      SESSION_SECRET: "at least thirty-two random characters",
      MATCH: "/checkout",
      ...settings,
    });
  let gate = await startGate();
  const proxy = await startProxyOf(name, ports, broken);
  return {
    url,
    output: () => gate.output(),
    stopGate: () => gate.stop(),
    async startGate() {
      gate = await startGate();
    },
    async stop() {
      await proxy.stop();
      await gate.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function startProxyOf(name: GateProxy, ports: Ports, broken: (script: string) => string) {
  const file = fileIn(CHAPTER, FILES[name], PLACES[name](ports));
  if (name === "caddy") return startCaddy(file, ports.proxy);
  if (name === "nginx") return startNginx(file, ports);
  if (name === "haproxy") return startHaproxy(file, ports, broken);
  shopPorts.set(`localhost:${ports.proxy}`, ports.shop);
  return startAskingProxy(name satisfies keyof typeof ASKING_PROXIES, file, ports.proxy);
}

function startCaddy(file: string, port: number) {
  const folder = mkdtempSync(join(tmpdir(), "ageway-gate-caddy-"));
  writeFileSync(join(folder, "Caddyfile"), `{\n\tadmin off\n}\n${file}`);
  return startReal("caddy", ["--adapter", "caddyfile", "--config", join(folder, "Caddyfile")], folder, port);
}

/** Before all, it has the most careless cache that a shop could have: by the address alone, whatever an answer says of itself. */
function startNginx(file: string, { proxy, shop }: Ports) {
  const folder = mkdtempSync(join(tmpdir(), "ageway-gate-nginx-"));
  // Started by root, nginx works as somebody else.
  chmodSync(folder, 0o755);
  const at = (name: string) => join(folder, name);
  writeFileSync(at("ageway.conf"), file);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${at(kind)};`,
  );
  writeFileSync(
    at("nginx.conf"),
    `pid ${at("pid")}; worker_processes 1; events {}
    http { ${temporary.join(" ")} access_log off; proxy_cache_path ${at("cache")} keys_zone=shop:1m; proxy_cache shop;
      proxy_cache_key $request_uri; proxy_cache_valid any 10m; proxy_ignore_headers Cache-Control Expires Set-Cookie X-Accel-Expires;
      server { listen 127.0.0.1:${proxy}; include ${at("ageway.conf")};
        location / { proxy_pass http://127.0.0.1:${shop}; proxy_set_header Host $http_host; proxy_http_version 1.1; }
        location /static/ { auth_request off; proxy_pass http://127.0.0.1:${shop}; } } }`,
  );
  return startReal("nginx", ["-e", "stderr", "-c", at("nginx.conf")], folder, proxy);
}

function startHaproxy(lines: string, { proxy, gate, shop }: Ports, broken: (script: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), "ageway-gate-haproxy-"));
  const [script, config] = [join(folder, "ageway.lua"), join(folder, "haproxy.cfg")];
  writeFileSync(script, broken(fileIn(CHAPTER, "proxy-gate/ageway.lua", { "127.0.0.1:8090": `127.0.0.1:${gate}` })));
  writeFileSync(
    config,
    `global\n    lua-load ${script}\ndefaults\n    mode http\n    timeout connect 5s\n    timeout client 30s
    timeout server 30s\nfrontend visitors\n    bind 127.0.0.1:${proxy}\n${lines}    default_backend shop
backend shop\n    server shop 127.0.0.1:${shop}\n`,
  );
  return startReal("haproxy", ["-q", "-f", config], folder, proxy);
}

/** Before what a program is given: how it reads its configuration alone, and how it runs in the foreground. */
const WAYS = {
  caddy: { test: ["validate"], run: ["run"] },
  nginx: { test: ["-t", "-q"], run: ["-g", "daemon off;"] },
  haproxy: { test: ["-c"], run: ["-db"] },
};

export const isRealProxy = (name: GateProxy) => name in WAYS;

async function startReal(program: keyof typeof WAYS, given: string[], folder: string, port: number) {
  const env = { ...process.env, HOME: folder };
  const { test, run } = WAYS[program];
  const checked = spawnSync(program, [...test, ...given], { encoding: "utf8", env });
  if (checked.error) throw new Error(`This test needs ${program} on the PATH. On Debian: apt-get install ${program}`);
  if (checked.status !== 0) throw new Error(`${program} refuses the chapter's lines:\n${checked.stderr}`);
  const child = spawn(program, [...run, ...given], { env, stdio: "ignore" });
  await listening(port, child);
  return {
    async stop() {
      child.kill();
      if (child.exitCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
