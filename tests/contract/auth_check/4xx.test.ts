import { expect, test } from "vitest";
import { check, send } from "#tests/support/gateway.ts";
import { organization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

test.for(["HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"])("405: %s asks nothing", async (method) => {
  const { status, headers, text } = await send("/api/auth_check/token/device-id", { method });
  expect([status, headers.get("allow")]).toEqual([405, "GET"]);
  expect(text).toBe(method === "HEAD" ? "" : '{"age":null,"verified":false}');
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

test("429: the 61st question about one token within a minute waits", async () => {
  const { url, device } = await started("b", await organization());
  const token = tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location")) ?? "";
  const answers = await Promise.all(Array.from({ length: 61 }, () => check(token, device)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(refused.map(({ text, headers }) => [text, headers.get("ageway-reason")])).toEqual([
    ['{"age":null,"verified":false}', "rate_limited"],
  ]);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
});
