import { expect, test } from "vitest";
import { POST } from "#app/sign-in/demo/route.ts";
import { GET } from "#app/sign-in/route.tsx";
import { config } from "#lib/runtime/config.ts";
import { DEMO_EMAIL } from "#lib/sign-in/demo.ts";

// In a demo the same form signs in: tests/full/e2e/membership.spec.ts.
test("outside a demo nobody signs in by one press, and no page offers it", async () => {
  const { baseUrl } = config();
  const post = { method: "POST", headers: { Origin: baseUrl }, body: new URLSearchParams({ next: "/dashboard" }) };
  const answer = await POST(new Request(`${baseUrl}/sign-in/demo`, post));
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/sign-in"]);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await (await GET(new Request(`${baseUrl}/sign-in`))).text()).not.toContain(DEMO_EMAIL);
});
