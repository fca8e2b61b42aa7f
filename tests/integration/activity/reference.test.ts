import { expect, test } from "vitest";
import { readReferenced } from "#lib/activity/referenced.ts";
import { activityOf } from "#tests/support/activity.ts";
import {
  check,
  type GatewayAnswer,
  generate,
  NAVIGATION,
  newDevice,
  send,
  untilLimited,
} from "#tests/support/gateway.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, tokenIn } from "#tests/support/visitor.ts";

type Shop = Awaited<ReturnType<typeof newOrganization>>;

const referenceIn = ({ headers }: GatewayAnswer) => headers.get("ageway-reference") ?? "";

test.for<[string, number, (shop: Shop) => Promise<GatewayAnswer>]>([
  ["a link", 200, (shop) => generate("s", shop)],
  ["a link for a visitor who navigates", 303, (shop) => generate("b", { ...shop, headers: NAVIGATION })],
  ["a wrong method", 405, (shop) => generate("b", { ...shop, method: "POST" })],
  ["a speculative load", 503, (shop) => generate("b", { ...shop, headers: { "Sec-Purpose": "prefetch" } })],
  ["no return URL", 404, (shop) => generate("b", { ...shop, domain: null })],
  ["a bad age, on a page", 400, (shop) => generate("b", { ...shop, age: "17", headers: NAVIGATION })],
  ["a host of nobody's", 403, (shop) => generate("b", { ...shop, domain: "https://elsewhere.example/" })],
  [
    "too many calls",
    429,
    async (shop) => {
      const device = newDevice();
      const answers = await untilLimited(40, () => generate("b", { ...shop, device }));
      return answers.find(({ status }) => status === 429) ?? expect.fail("None was refused");
    },
  ],
  ["a token of nobody's", 404, (shop) => check("x".repeat(43), newDevice(), shop.key)],
  ["a token check by POST", 405, (shop) => send(`/api/auth_check/x/device?plugin_key=${shop.key}`, { method: "POST" })],
] as const)("the reference on the answer to %s (%s) finds it in the record", async ([, status, call]) => {
  const shop = await newOrganization();
  const answer = await call(shop);
  expect([answer.status, referenceIn(answer)]).toEqual([status, expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/)]);
  await activityOf(shop);
  const read = await readReferenced(await memberOf(shop.id, "viewer"), shop.id, referenceIn(answer));
  const found = read.ok ? read.found : expect.fail(read.reason);
  expect(found?.kind === "check" ? found.row.reference : found?.event.reference).toBe(referenceIn(answer));
  expect(found?.kind).toBe(status === 200 || status === 303 ? "check" : "event");
});

test("a token check and the check itself have references that nobody can join", async () => {
  const shop = await newOrganization();
  const device = newDevice();
  const made = await generate("b", { ...shop, device });
  const { url } = made.body as { url: string };
  const home = await completeFlow(browser(), url, "adult");
  const token = tokenIn(home.headers.get("location")) ?? "";
  const asked = [await check(token, device, shop.key), await check(token, device, shop.key)];
  const all = [made, ...asked].map(referenceIn);
  expect(new Set(all).size).toBe(3);
  const events = await activityOf(shop);
  expect(events.map(({ code, reference }) => [code, reference])).toEqual([
    ["accepted", all[0]],
    ["confirmed", all[0]],
    ["answered_yes", all[1]],
    ["answered_yes", all[2]],
  ]);
});
