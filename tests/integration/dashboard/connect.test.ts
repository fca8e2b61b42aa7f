import { beforeAll, expect, test } from "vitest";
import { PLATFORMS } from "#app/(dashboard)/dashboard/connect/_snippets/snippets.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { formWith, openDashboard } from "#tests/support/dashboard.ts";
import { shopWith } from "#tests/support/shop-with-everything.ts";

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
beforeAll(async () => {
  dashboard = await openDashboard();
});

test.for(["Run a test check", "Send a 17-year-old"])("“%s” leaves one button the first", async (button) => {
  const { owner } = await shopWith(["key"]);
  const path = "/dashboard/connect?mode=test";
  const page = await dashboard.get(path, owner.cookie);
  const { location } = await dashboard.submit(path, formWith(page, button, {}), owner.cookie);
  const after = await dashboard.get(location ?? expect.fail("The form was refused"), owner.cookie);
  for (const { text } of [page, after]) expect(text.match(/class="[^"]* bg-accent text-on-accent /g)).toHaveLength(1);
});

test("a return page that is pasted without its scheme stands in the code, and one that is none is refused in words", async () => {
  const { owner } = await shopWith(["key"]);
  const connect = async (page: string) => {
    const path = `/dashboard/connect?mode=test&page=${encodeURIComponent(page)}`;
    const { text } = await dashboard.get(path, owner.cookie);
    return { text, field: /name="page"[^>]*? value="([^"]*)"/.exec(text)?.[1], hasCode: text.includes('id="code"') };
  };
  const pasted = await connect("shop.example/checkout?x=ø");
  expect(pasted).toMatchObject({ field: "https://shop.example/checkout?x=%C3%B8", hasCode: true });
  const refused = await connect("me@shop.example");
  expect(refused).toMatchObject({ field: "me@shop.example", hasCode: false });
  expect(refused.text).toContain("Leave out the user name before the host.");
});

test("the code for a locked key says where its secret goes, that for an open one does not", async () => {
  const { owner, id, liveKey } = await shopWith(["key"]);
  const locked = await createKey({ kind: "operator" }, { organizationId: id, mode: "live", label: "", isLocked: true });
  const codeFor = async (key: string) => (await dashboard.get(`/dashboard/connect?key=${key}`, owner.cookie)).text;
  expect(await codeFor(locked.ok ? locked.key : "")).toContain("This key is locked.");
  expect(await codeFor(liveKey)).not.toContain("This key is locked.");
});

test.for(PLATFORMS)("with $title, two copies at most are the whole way", async ({ platform }) => {
  const { owner } = await shopWith(["key"]);
  const { text } = await dashboard.get(`/dashboard/connect?mode=test&platform=${platform}`, owner.cookie);
  const copies = text.replaceAll(/<script.*?<\/script>/gs, "").match(/aria-label="Copy /g)?.length ?? 0;
  expect(copies).toBeGreaterThan(0);
  expect(copies).toBeLessThanOrEqual(2);
});
