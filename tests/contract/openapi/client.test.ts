import createClient from "openapi-fetch";
import { expect, expectTypeOf, test } from "vitest";
import { newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, tokenIn } from "#tests/support/visitor.ts";
import type { paths } from "./types.ts";

/** A client made of the document alone. It sends through the entry that this run tests. */
const client = createClient<paths>({
  baseUrl: "http://gateway.example",
  fetch: async ({ url, method, headers }) => {
    const { pathname, search } = new URL(url);
    const answer = await send(`${pathname}${search}`, { method, headers: Object.fromEntries(headers) });
    return new Response(answer.text, { status: answer.status, headers: answer.headers });
  },
});

type Shop = Awaited<ReturnType<typeof newOrganization>>;

/** The quick start: start a check, send the visitor, ask what the token proves. */
async function quickStart({ key, domain }: Shop, persona: string) {
  const device = newDevice();
  const started = await client.GET("/api/url_generator_s/{pluginKey}/{device_id}/{age}", {
    params: { path: { pluginKey: key, device_id: device, age: "18" }, query: { domain } },
  });
  const link = started.data?.url ?? "";
  const visitor = browser();
  const back = await completeFlow(visitor, link, persona);
  const token =
    tokenIn(back.headers.get("location")) ??
    tokenIn((await visitor.go(`${link}&do=leave`, "POST")).headers.get("location")) ??
    "";
  return client.GET("/api/auth_check/{token}/{device_id}", {
    params: { path: { token, device_id: device }, query: { plugin_key: key } },
  });
}

test("a client made of the document walks the quick start: an adult is let in, a minor is not", async () => {
  const shop = await newOrganization({ mode: "test", subscription: "none" });
  const yes = await quickStart(shop, "adult");
  expect(yes.data).toMatchObject({ age: 18, verified: true, mode: "test" });
  const no = await quickStart(shop, "seventeen");
  expect(no.data).toMatchObject({ age: null, verified: false });
});

test("its types know what an answer and a refusal can be", async () => {
  const answer = await client.GET("/api/auth_check/{token}/{device_id}", {
    params: { path: { token: "A".repeat(43), device_id: newDevice() } },
  });
  expect(answer.error).toEqual({ age: null, verified: false });
  if (answer.data?.verified) expectTypeOf(answer.data.age).toEqualTypeOf<16 | 18>();
});

test("its types know the refusals as problem details", async () => {
  const refused = await client.GET("/api/url_generator_b/{pluginKey}/{device_id}/{age}", {
    params: {
      path: { pluginKey: "pk_test_none", device_id: "undefined", age: "18" },
      query: { domain: "https://shop.example/" },
    },
    headers: { Accept: "application/problem+json" },
  });
  expect(refused.error).toMatchObject({ reason: "device_id_invalid", cause: "placeholder", url: null });
});
