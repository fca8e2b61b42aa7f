import { beforeAll, describe, expect, test } from "vitest";
import { KEY_IN_DOCS as KEY } from "#app/(docs)/_docs/built-docs.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { signedIn } from "#tests/support/signed-in.ts";

let base: string;
beforeAll(async () => {
  base = await sharedApp();
});

/** What is to be copied. */
const programsIn = (html: string) => [...html.matchAll(/<pre.*?<\/pre>/gs)].join("");

describe.for([
  "/reference/start_s",
  "/reference/check",
  "/docs/quick-start",
  "/docs/packages",
  "/docs/start-a-check",
  "/reference/start_b",
])("%s", (path) => {
  const read = (cookie = "", headers: object = {}) => fetch(base + path, { headers: { Cookie: cookie, ...headers } });

  test("a member’s page is compressed for them at little cost, and a browser that has it hears so", async () => {
    const shop = await newOrganization({ mode: "test" });
    const { cookie } = await signedIn({ of: shop.id, role: "viewer" });
    const ask = (headers: object) => read(cookie, headers);
    const answer = await ask({ "Accept-Encoding": "br, gzip" });
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(await answer.text()).toContain(shop.key);
    expect((await ask({ "Accept-Encoding": "identity" })).headers.get("content-encoding")).toBeNull();
    expect((await ask({ "If-None-Match": answer.headers.get("etag") })).status).toBe(304);
  });

  test("a member reads their own test key in the programs, and nobody else gets that page", async () => {
    const shop = await newOrganization({ mode: "test" });
    const { cookie } = await signedIn({ of: shop.id, role: "viewer" });
    const own = await read(cookie);
    const programs = programsIn(await own.text());
    expect([programs.includes(shop.key), programs.includes(KEY)]).toEqual([true, false]);
    expect([own.headers.get("cache-control"), own.headers.get("vary")]).toEqual([
      "private, no-cache",
      "Accept-Encoding, Cookie",
    ]);
    const stranger = await read();
    expect((await stranger.text()).includes(shop.key)).toBe(false);
    expect(stranger.headers.get("vary")).toBe("Accept-Encoding, Cookie");
    expect(stranger.headers.get("etag")).not.toBe(own.headers.get("etag"));
  });

  test("a live key never stands in the programs, nor does a key of another organization", async () => {
    const live = await newOrganization();
    const { cookie } = await signedIn({ of: live.id });
    const programs = programsIn(await (await read(cookie)).text());
    expect([programs.includes(live.key), programs.includes(KEY)]).toEqual([false, true]);
    const made = await createKey({ kind: "operator" }, { organizationId: live.id, mode: "test", label: "" });
    expect(await (await read(cookie)).text()).toContain(made.ok ? made.key : "–");
    expect(await (await read((await signedIn()).cookie)).text()).toContain(KEY);
  });
});

test("a page without programs that need a key is the same for everybody, and the text beside them keeps the placeholder", async () => {
  const shop = await newOrganization({ mode: "test" });
  const { cookie } = await signedIn({ of: shop.id, role: "viewer" });
  const headers = { Cookie: cookie };
  expect((await fetch(`${base}/docs/limits`, { headers })).headers.get("vary")).toBe("Accept-Encoding");
  const html = await (await fetch(`${base}/docs/quick-start`, { headers })).text();
  expect(html).toContain(`<code>${KEY}</code>`);
  expect(html).toContain("Your own test key is filled in.");
});
