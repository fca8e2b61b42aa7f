import { expect, test } from "vitest";
import { askRun, openedRun, orderedToken, shownOf } from "#tests/support/gate-test.ts";
import { newDevice, send } from "#tests/support/gateway.ts";

const NOTHING = '{"age":null,"verified":false}';

test("each order is what the token check of the run answers", async () => {
  const run = await openedRun();
  const answered = async (order: Parameters<typeof orderedToken>[1]) => {
    const { token, id } = await orderedToken(run, order);
    const { status, headers, text, body } = await askRun(run, token, id, run.shop.key);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-robots-tag")).toContain("noindex");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    return { status, reason: headers.get("ageway-reason"), type: headers.get("content-type"), text, body, headers };
  };
  const yes = { age: 18, verified: true, minimum_age: 18, provider: "s", mode: "test" };
  expect(await answered("yes")).toMatchObject({ status: 200, reason: null, body: yes });
  expect(await answered("brief_yes")).toMatchObject({ status: 200, body: yes });
  expect(await answered("no")).toMatchObject({ status: 200, body: { age: null, verified: false, mode: "test" } });
  expect(await answered("sixteen")).toMatchObject({ status: 200, body: { ...yes, age: 16, minimum_age: 16 } });
  expect(await answered("another_key")).toMatchObject({ status: 404, reason: "token_unknown", text: NOTHING });
  expect(await answered("status_500")).toMatchObject({ status: 500, type: "text/html; charset=utf-8" });
  const away = await answered("status_503");
  expect(away).toMatchObject({ status: 503, reason: "service_unavailable", text: NOTHING });
  expect(away.headers.get("retry-after")).toBe("5");
  const limited = await answered("status_429");
  expect(limited).toMatchObject({ status: 429, reason: "rate_limited", text: NOTHING });
  expect(limited.headers.get("ratelimit-policy")).toBe('"token";q=60;w=60');
  expect(await answered("nonsense_page")).toMatchObject({ status: 200, type: "text/html; charset=utf-8" });
  expect(await answered("nonsense_json")).toMatchObject({ status: 200, body: { age: "18", verified: "true" } });
});

test("what the true token check refuses, that of a run refuses with the same bytes", async () => {
  const run = await openedRun();
  const { token, id } = await orderedToken(run, "yes");
  const { key } = run.shop;
  const unknown = "A".repeat(43);
  const methods = ["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
  const questions: [string, { method?: string; headers?: Record<string, string> }?][] = [
    [`${unknown}/${id}?plugin_key=${key}`],
    [`${unknown}/${id}`],
    [`x/${id}`],
    [`${unknown}/${id}?plugin_key=${key}&plugin_key=${key}`],
    [`${unknown}/${id}`, { headers: { Accept: "application/problem+json" } }],
    ...methods.map((method): [string, { method: string }] => [`${unknown}/${id}`, { method }]),
  ];
  // Next breaks on the first. Without it, too few segments are a question about an unknown token.
  if (process.env.SERVER === "server") questions.push(["%ff/%00"], [unknown], [`${unknown}/`], [`/${id}`]);
  for (const [question, sent] of questions) {
    const at = (base: string) => send(`${base}/api/auth_check/${question}`, sent);
    expect(shownOf(await at(run.path)), question).toEqual(shownOf(await at("/test")));
  }
  // Of a genuine token, as of an unknown one: another device, another key, two keys.
  const expected = shownOf(await send(`/test/api/auth_check/${unknown}/${id}`));
  for (const question of [
    `${token}/${newDevice()}`,
    `${token}/${id}?plugin_key=pk_test_${"x".repeat(24)}`,
    `${token}/${id}?plugin_key=${key}&plugin_key=${key}`,
    `${token}x/${id}`,
  ])
    expect(shownOf(await send(`${run.path}/api/auth_check/${question}`)), question).toEqual(expected);
  const final = await askRun(run, token, id);
  expect(final.status, JSON.stringify([token, id, run.path, final.text, [...final.headers]])).toBe(200);
});

test("early_close: a client sees that the answer broke off", async () => {
  const run = await openedRun();
  const { token, id } = await orderedToken(run, "early_close");
  await expect(askRun(run, token, id)).rejects.toThrow(/aborted|end early/);
});
