import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { readDockerfile } from "#tests/support/image.ts";
import { packed } from "#tests/support/packed.ts";
import { freePort } from "#tests/support/ports.ts";
import { startShopProcess } from "#tests/support/shop-process.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const TOOLS = join(ROOT, "lab", "tools", "node_modules", ".bin");
/** What a tarball brings besides dist, src, a README and a licence. */
const MORE: Record<string, string[]> = {
  "packages/gate": ["Dockerfile"],
  "packages/gate-test": ["cases.json", "clients/client.cs", "clients/client.go"],
};
/** As a shop's bundler imports it, minified and gzipped. */
const MAX_BYTES = 8_192;

const { workspaces } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { workspaces: string[] };
/** Those that are ready to be published. */
const built = workspaces.filter((workspace) => existsSync(join(ROOT, workspace, "README.md")));
const tarballs = new Map(
  await Promise.all(built.map(async (workspace) => [workspace, await packed(workspace)] as const)),
);
afterAll(() => {
  for (const { remove } of tarballs.values()) remove();
});

function tarballOf(workspace: string) {
  const found = tarballs.get(workspace);
  if (!found) throw new Error(`${workspace} was not packed`);
  return found;
}

describe.for(built)("%s", (workspace) => {
  test("brings dist, src, a README, a licence and what MORE names, and nothing else", () => {
    const { files, manifest } = tarballOf(workspace);
    const others = files.filter((file) => !/^(?:dist|src)\//.test(file));
    const more = MORE[workspace] ?? [];
    expect(others.toSorted()).toEqual(["LICENSE", "README.md", "package.json", ...more].toSorted());
    expect(files.some((file) => /\.(?:test|tsbuildinfo)\b/.test(file))).toBe(false);
    expect(manifest.license).toBe("Apache-2.0");
    expect(manifest.keywords).toContain("age-verification");
  });

  test("can be read: each source is a file with its comments, and its types lead to it", () => {
    const { files, unpacked, manifest } = tarballOf(workspace);
    if (manifest.exports === undefined) return;
    const sources = readdirSync(join(ROOT, workspace, "src"));
    const wanted = sources.flatMap((name) => {
      const [stem] = name.split(/\.tsx?$/);
      return [`src/${name}`, ...["js", "d.ts", "d.ts.map"].map((ending) => `dist/${stem}.${ending}`)];
    });
    expect(files.filter((file) => /^(?:dist|src)\//.test(file)).toSorted()).toEqual(wanted.toSorted());
    for (const name of sources) {
      const [stem] = name.split(/\.tsx?$/);
      const read = (file: string) => readFileSync(join(unpacked, file), "utf8");
      expect(JSON.parse(read(`dist/${stem}.d.ts.map`)).sources).toEqual([`../src/${name}`]);
      for (const comment of read(`src/${name}`).match(/^\/\*\*.*\*\/(?=\n(?:export )?(?:async )?function)/gm) ?? [])
        expect(read(`dist/${stem}.js`)).toContain(comment);
    }
  });

  test("publint and attw find nothing", () => {
    const { unpacked, tarball, manifest } = tarballOf(workspace);
    expect(complaintsOf([join(TOOLS, "publint"), unpacked, "--strict", "--pack", "false"])).toBe("");
    // A package that is only a command has no types.
    if (manifest.exports === undefined) return;
    // Node before 20.19 requires no module of ES.
    const left = ["--ignore-rules", "cjs-resolves-to-esm"];
    expect(complaintsOf([join(TOOLS, "attw"), tarball, ...left, "--format", "ascii", "--no-color"])).toBe("");
  });
});

describe("@ageway/server as a shop gets it", () => {
  const server = tarballOf("packages/server");

  test(`weighs ${MAX_BYTES} bytes at most in a bundle, and needs no other package`, () => {
    const entry = join(server.unpacked, "dist", "index.js");
    const { outputFiles: [file] = [] } = buildSync({
      entryPoints: [entry],
      bundle: true,
      format: "esm",
      minify: true,
      write: false,
    });
    expect(gzipSync(file?.text ?? "").byteLength).toBeLessThanOrEqual(MAX_BYTES);
    expect(server.manifest).not.toHaveProperty("dependencies");
    expect(server.manifest).not.toHaveProperty("peerDependencies");
  });

  test("its types compile in strict, with those of the frameworks", () => {
    const shop = join(server.folder, "shop");
    mkdirSync(join(shop, "node_modules", "@ageway"), { recursive: true });
    symlinkSync(server.unpacked, join(shop, "node_modules", "@ageway", "server"));
    for (const name of ["@types", "express", "fastify", "hono", "next"])
      symlinkSync(join(ROOT, "node_modules", name), join(shop, "node_modules", name));
    const config = {
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        module: "NodeNext",
        target: "ES2022",
        types: ["node"],
        skipLibCheck: true,
      },
      files: ["shop.ts", "mistakes.ts"],
    };
    writeFileSync(join(shop, "tsconfig.json"), JSON.stringify(config));
    writeFileSync(join(shop, "package.json"), '{"type":"module"}');
    writeFileSync(join(shop, "shop.ts"), SHOP);
    // Each line with a mistake in it is one.
    writeFileSync(join(shop, "mistakes.ts"), SHOP.replaceAll("// @ts-expect-error", "//"));
    const complaints = complaintsOf([join(ROOT, "node_modules", "typescript", "bin", "tsc"), "-p", shop]);
    const files = complaints.match(/\w+\.ts(?=\(\d+,\d+\): error TS)/g);
    expect(files, complaints).toEqual(SHOP.match(/@ts-expect-error/g)?.map(() => "mistakes.ts"));
  });

  test("its README names every option", () => {
    const readme = readFileSync(join(server.unpacked, "README.md"), "utf8");
    const typesOf = (name: string) => readFileSync(join(server.unpacked, "dist", `${name}.d.ts`), "utf8");
    for (const [type, types] of [
      ["GateOptions<Incoming>", typesOf("gate")],
      ["Config", typesOf("ageway")],
      ["SealedCookieOptions", typesOf("sealed-cookie")],
    ] as const) {
      const [, body = ""] = types.split(`type ${type} = {`)[1]?.match(/^([\s\S]*?)^};/m) ?? [];
      const names = [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name]) => name);
      expect(names.length).toBeGreaterThan(1);
      for (const name of names) expect(readme).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });
});

test("the gate for proxies runs as its container file says, from what that copies out of the archive", async () => {
  const { unpacked, folder } = tarballOf("packages/gate");
  const { copies, command, health, env, user } = readDockerfile(join(unpacked, "Dockerfile"));
  const image = join(folder, "image");
  for (const { from, to } of copies)
    for (const path of from) cpSync(join(unpacked, path), join(image, to === "./" ? path : to), { recursive: true });
  expect([user, env.HOST, env.NODE_ENV]).toEqual(["65532:65532", "0.0.0.0", "production"]);
  const nodeOf = (file: string) => /^ARG NODE=.*$/m.exec(readFileSync(file, "utf8"))?.[0];
  expect(nodeOf(join(unpacked, "Dockerfile"))).toBe(nodeOf("Dockerfile"));
  const port = await freePort();
  const settings = {
    AGEWAY_URL: "https://age.example",
    AGEWAY_KEY: "pk_test_1",
    AGE: "18",
    ORIGIN: "https://shop.example",
    SESSION_SECRET: "at least thirty-two random characters",
    HOST: "127.0.0.1",
  };
  const [node, ...words] = command;
  expect(node).toBe("node");
  const gate = await startShopProcess([process.execPath, ...words], port, settings, image);
  const asked = () => spawnSync(process.execPath, health.slice(1), { env: { ...process.env, PORT: String(port) } });
  expect(asked().status).toBe(0);
  await gate.stop();
  expect(asked().status).toBe(1);
});

/** What a program says that fails; nothing where it does not. */
function complaintsOf(args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return status === 0 ? "" : stdout + stderr;
}

const SHOP = `
import { begin, confirm, createAgeway, createGate, isConfirmed, sealedCookie, type Checked } from "@ageway/server";
import { ageGate as expressGate } from "@ageway/server/express";
import { ageGate as fastifyGate } from "@ageway/server/fastify";
import { ageGate as fetchGate } from "@ageway/server/fetch";
import { ageGate as honoGate } from "@ageway/server/hono";
import { ageGate as nextGate } from "@ageway/server/next";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import type { NextRequest } from "next/server.js";

const ageway = createAgeway({ url: process.env.AGEWAY_URL, pluginKey: process.env.AGEWAY_KEY, secret: process.env.AGEWAY_SECRET });
const session = sealedCookie({ secret: process.env.SECRET });
const options = { ageway, age: 18, match: ["/checkout", /^\\/order/] } as const;
express().use(expressGate(options));
express().use(expressGate({ ...options, session: (request: express.Request) => request.app.locals }));
fastify().addHook("preHandler", fastifyGate({ ...options, session, returnTo: process.env.PAGE }));
export default { fetch: fetchGate({ ...options, session }, (request, env: { NAME: string }) => new Response(request.url + env.NAME)) };
new Hono().use(honoGate({ ...options, session, page: ({ start }) => \`<a href="\${start}">\` }));
export const proxy: (request: NextRequest) => Promise<Response> = nextGate({ ...options, session });
export const GET = nextGate({ ...options, session }, (request: NextRequest, context: { params: Promise<{ id: string }> }) =>
  Response.json([request.nextUrl.pathname, context.params]));
const state: { ageway?: unknown; user?: string } = {};
const deviceId: string = begin(state);
const checked: Checked = await confirm(state, { ageway, age: 18, token: undefined });
if (checked.allowed) checked.until.toISOString();
else checked.why satisfies string;
const known: boolean = isConfirmed(state, { ageway, age: 16 });
const gate = createGate<Request>({ ...options, session, onClosed: ({ why }) => console.log(why, known, deviceId) });
const gated = await gate({ request: new Request("http://a"), method: "GET", target: "/", origin: "http://a", header: () => null });
if (!gated.pass) gated.body satisfies string;
// @ts-expect-error An age that nobody can prove.
ageway.startUrl({ deviceId, age: 17, returnUrl: "https://shop.example/" });
// @ts-expect-error A yes must be asked for.
checked.until;
// @ts-expect-error Hono has no session of its own.
honoGate(options);
// @ts-expect-error Nothing is behind it.
fetchGate({ ...options, session });
`;
