import { expect, test } from "vitest";
import { askRun, openedRun, orderedToken } from "#tests/support/doctor.ts";

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
