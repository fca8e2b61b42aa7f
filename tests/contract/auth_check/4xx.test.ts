import { expect, test } from "vitest";
import { check, send, untilLimited } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

test.for(["HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"])("405: %s asks nothing", async (method) => {
  const { status, headers, text } = await send("/api/auth_check/token/device-id", { method });
  expect([status, headers.get("allow")]).toEqual([405, "GET"]);
  expect(text).toBe(method === "HEAD" ? "" : '{"age":null,"verified":false}');
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

test("429: the 61st question about one token within a minute waits", async () => {
  const { url, device } = await started("b", await newOrganization());
  const token = tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location")) ?? "";
  const began = performance.now();
  const answers = await untilLimited(61, () => check(token, device));
  const tookMs = performance.now() - began;
  const answered = answers.filter(({ status }) => status === 200).length;
  expect(answered).toBeGreaterThanOrEqual(60);
  // One comes back every second.
  expect(answered).toBeLessThanOrEqual(60 + tookMs / 1_000);
  for (const { status, text, headers } of answers.filter(({ status }) => status !== 200)) {
    expect([status, text, headers.get("ageway-reason")]).toEqual([
      429,
      '{"age":null,"verified":false}',
      "rate_limited",
    ]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
});
