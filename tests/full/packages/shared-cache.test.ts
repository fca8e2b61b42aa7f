import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { CACHING_SHOPS, YES_COOKIE } from "#tests/support/caching-shops.ts";
import { CACHE_CASES } from "#tests/support/misbehaving-api.ts";
import { freePorts, listening } from "#tests/support/ports.ts";
import { PYTHON_ENV, pythonWith } from "#tests/support/python.ts";
import { SHOP_NAVIGATION, visitorOf } from "#tests/support/shop-visitor.ts";

// A real cache before each adapter: nginx as shops have it, which keeps by the address alone.
const folder = mkdtempSync(join(tmpdir(), "ageway-cache-"));
// Started by root, nginx works as somebody else.
chmodSync(folder, 0o755);
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  rmSync(folder, { recursive: true });
});

async function behindCache(shopPort: number, port: number) {
  const own = join(folder, String(port));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${own}-${kind};`,
  );
  writeFileSync(
    `${own}.conf`,
    `pid ${own}.pid; worker_processes 1; events {}
    http { ${temporary.join(" ")} access_log off; proxy_cache_path ${own}-cache keys_zone=shop:1m;
      server { listen 127.0.0.1:${port}; location / {
        proxy_pass http://127.0.0.1:${shopPort}; proxy_http_version 1.1; proxy_set_header Host $http_host;
        proxy_cache shop; proxy_cache_key $request_uri; add_header X-Cache $upstream_cache_status always; } } }`,
  );
  const nginx = spawn("nginx", ["-e", "stderr", "-c", `${own}.conf`, "-g", "daemon off;"], { stdio: "ignore" });
  children.push(nginx);
  await listening(port, nginx);
  return () => visitorOf(`http://localhost:${port}`);
}

/** Asks as an adult, and then as strangers: how often the cache answered them, and whether it ever saw the page. */
async function hitsOf(
  newVisitor: ReturnType<typeof behindCache> extends Promise<infer One> ? One : never,
  adult: object,
  view: (n: number) => [path: string, headers: object],
) {
  const hits: string[] = [];
  for (const [n, { name }] of CACHE_CASES.entries()) {
    const [path, headers] = view(n);
    const open = await newVisitor().go(path, { ...SHOP_NAVIGATION, ...adult, ...headers });
    expect(open, name).toMatchObject({ status: 200, isOpen: true });
    for (let times = 0; times < 2; times += 1) {
      const stranger = await newVisitor().go(path, { ...SHOP_NAVIGATION, ...headers });
      if (stranger.isOpen || stranger.headers["x-cache"] === "HIT") hits.push(name);
    }
  }
  return hits;
}

test.for(Object.entries(CACHING_SHOPS).filter(([name]) => !name.startsWith("Node")))(
  "%s: 0 hits for a stranger",
  async ([, shop]) => {
    const [shopPort = 0, port = 0] = await freePorts(2);
    const server = createServer(await shop());
    await new Promise<void>((done) => server.listen(shopPort, "127.0.0.1", done));
    const newVisitor = await behindCache(shopPort, port);
    expect(await hitsOf(newVisitor, { cookie: YES_COOKIE }, (n) => [`/wine/${n}`, {}])).toEqual([]);
    // The cache does keep what may be kept.
    await newVisitor().go("/beer/1");
    expect((await newVisitor().go("/beer/1")).headers["x-cache"]).toBe("HIT");
    server.closeAllConnections();
    server.close();
  },
);

test.for([
  ...["before", "written", "after", "end"].map((when) => ["tests/packages/php", "plain", when] as const),
  ...["before", "handler", "around", "anew"].map((when) => ["tests/packages/php", "psr15", when] as const),
  ...["route", "listener", "last listener"].map((when) => ["tests/full/packages/php", "symfony", when] as const),
  ...["route", "middleware", "outermost"].map((when) => ["tests/full/packages/php", "laravel", when] as const),
])("%s/%s.php, fields set %s: 0 hits for a stranger", async ([cwd, name, when]) => {
  const [shopPort = 0, port = 0] = await freePorts(2);
  const file = cwd.includes("full") ? "frameworks.php" : `${name}.php`;
  const env = { ...process.env, FRAMEWORK: name };
  const php = spawn("php", ["-S", `127.0.0.1:${shopPort}`, file], { cwd, env, stdio: "ignore" });
  children.push(php);
  await listening(shopPort, php);
  const signedIn = visitorOf(`http://localhost:${shopPort}`);
  await signedIn.go("/yes");
  const cookie = [...signedIn.jar].map((pair) => pair.join("=")).join("; ");
  const newVisitor = await behindCache(shopPort, port);
  const query = new URLSearchParams({ when });
  expect(await hitsOf(newVisitor, { cookie }, (n) => [`/wine/${n}?${query}`, {}])).toEqual([]);
  await newVisitor().go(`/beer/1?${query}`);
  expect((await newVisitor().go(`/beer/1?${query}`)).headers["x-cache"]).toBe("HIT");
});

const PYTHON = { flask: ["flask"], django: ["django"], asgi: ["uvicorn"], "django in asgi": ["django", "uvicorn"] };
test.for(
  Object.entries(PYTHON).flatMap(([framework, modules]) =>
    ["X-View", "X-Last"].map((moment) => [framework, moment, modules] as const),
  ),
)("%s, fields by %s: 0 hits for a stranger", async ([framework, moment, modules]) => {
  const [shopPort = 0, port = 0] = await freePorts(2);
  const shop = spawn(pythonWith(...modules), ["tests/full/packages/python/serve.py", framework, String(shopPort)], {
    env: { ...process.env, ...PYTHON_ENV },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(shop);
  const [printed] = await Promise.race([once(shop.stdout, "data"), once(shop, "exit")]);
  const newVisitor = await behindCache(shopPort, port);
  const fields = (n: number) => ({ [moment]: JSON.stringify(CACHE_CASES[n]?.given), Host: "shop.example" });
  const hits = await hitsOf(newVisitor, { cookie: String(printed).trim() }, (n) => [`/checkout?n=${n}`, fields(n)]);
  expect(hits).toEqual([]);
  for (let times = 0; times < 2; times += 1) {
    const free = await newVisitor().go("/", { ...SHOP_NAVIGATION, ...fields(1) });
    if (times === 1) expect(free.headers["x-cache"]).toBe("HIT");
  }
});
