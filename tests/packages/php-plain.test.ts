import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { CACHE_CASES } from "#tests/support/misbehaving-api.ts";
import { freePort } from "#tests/support/ports.ts";
import { startShopProcess } from "#tests/support/shop-process.ts";
import { visitorOf } from "#tests/support/shop-visitor.ts";

// The gate before a page of plain PHP, whose head the page writes itself.
let shop: Awaited<ReturnType<typeof started>>;
beforeAll(async () => {
  shop = await started();
});
afterAll(() => shop.stop());

async function started(settings = {}) {
  const port = await freePort();
  return startShopProcess(["php", "-S", `localhost:${port}`, "plain.php"], port, settings, "tests/packages/php");
}

async function adult({ url } = shop) {
  const visitor = visitorOf(url);
  await visitor.go("/yes");
  return visitor;
}

const OTHERS = /cache-control$|^surrogate|^edge-|^x-accel|^expires$/;
const othersIn = (headers: object) =>
  Object.keys(headers).filter((name) => OTHERS.test(name) && name !== "cache-control");

test.for(["before", "written", "after", "end"])(
  "no shared cache may keep what is gated: fields set %s",
  async (when) => {
    const visitor = await adult();
    for (const [n, { name, leaves }] of CACHE_CASES.entries()) {
      const open = await visitor.go(`/wine/${n}?when=${when}`);
      expect(open, name).toMatchObject({ status: 200, isOpen: true });
      expect(open.text).toContain("not to be kept");
      // PHP's own session says no-store, until somebody says otherwise.
      expect(open.headers["cache-control"], name).toSatisfy(
        (line) => line === leaves || /^private|no-store/.test(line),
      );
      expect(open.headers["cache-control"], name).not.toMatch(/public|s-maxage|"/);
      expect(othersIn(open.headers), name).toEqual([]);
      const closed = await visitorOf(shop.url).go(`/wine/${n}?when=${when}`);
      expect(closed, name).toMatchObject({ status: 303, isOpen: false });
      expect(closed.headers["cache-control"], name).toMatch(/^private|no-store/);
      expect(othersIn(closed.headers), name).toEqual([]);
    }
  },
);

test("a page cache of WordPress's kind keeps no gated page, open or closed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ageway-page-cache-"));
  const cached = await started({ PAGE_CACHE: folder });
  onTestFinished(async () => {
    await cached.stop();
    rmSync(folder, { recursive: true });
  });
  const visitor = await adult(cached);
  for (let times = 0; times < 2; times += 1) {
    expect(await visitorOf(cached.url).go("/wine/1")).toMatchObject({ status: 303, text: "" });
    const { text } = await visitor.go("/wine/1");
    expect(text).toBe("<h1>Welcome</h1>not to be kept");
    const free = await visitorOf(cached.url).go("/beer/1");
    expect(free.text).toBe(times === 0 ? "<h1>Welcome</h1>" : "<h1>Welcome</h1> from the page cache");
  }
});

test("a function of the path closes to every visitor who asks", async () => {
  for (let n = 0; n < 3; n += 1)
    expect(await visitorOf(shop.url).go("/Cellar")).toMatchObject({ status: 303, isOpen: false });
});

test("what the page adds to the fields is read with them", async () => {
  const { headers } = await (await adult()).go("/wine/1?when=added");
  expect(headers["cache-control"]).toMatch(/^private, no-(?:cache|store)$/);
});

test("the links of a closed page name no host, whatever the request says in Host", async () => {
  const headers = { host: "evil.example", accept: "text/html" };
  const get = (path: string) =>
    new Promise<string>((done, fail) => {
      const sent = request(shop.url, { path, headers }, (answer) => text(answer).then(done, fail));
      sent.once("error", fail).end();
    });
  for (const path of ["/wine/0?a=b", "/wine/0?token_age_verified=token", "//evil.example/..%2Fwine/0"])
    expect(await get(path), path).toMatch(/ href="\/(?!\/)/);
  expect(await get("/wine/0?a=b")).not.toContain("evil.example");
});

test("what is not gated keeps its fields", async () => {
  const { headers, text } = await visitorOf(shop.url).go("/beer/1");
  expect(headers["cache-control"]).toBe("public, max-age=600");
  expect(text).not.toContain("not to be kept");
});

test("a status line and a length of the page's own do not open, and leave no page blank", async () => {
  const sent = await visitorOf(shop.url).go("/wine/0?when=status%20line");
  expect([sent.status, sent.location?.includes("/api/url_generator_s/")]).toEqual([303, true]);
  const plain = await visitorOf(shop.url).go("/wine/0?when=status%20line", { accept: "text/html" });
  expect([plain.status, plain.text]).toEqual([403, expect.stringContaining("</html>")]);
  for (const { headers } of [sent, plain]) expect(headers).not.toHaveProperty("status");
});

test("a gate that comes after the page has begun says so", async () => {
  await (await adult()).go("/wine/1?when=late");
  await expect.poll(shop.output).toContain("guard() came after the page had begun");
});

test("the shop asks for a yes, and takes it away where it signs a visitor out, and nothing else", async () => {
  const visitor = await adult();
  expect((await visitor.go("/state")).text).toBe("confirmed, rye");
  await visitor.go("/sign-out");
  expect((await visitor.go("/state")).text).toBe("not confirmed, rye");
  expect(await visitor.go("/wine/0")).toMatchObject({ status: 303, isOpen: false });
  expect((await visitorOf(shop.url).go("/state")).text).toBe("not confirmed, nothing");
});
