import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { check, type GatewayAnswer, newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

async function verifiedToken() {
  const shop = await newOrganization();
  const { url, device } = await started("b", shop);
  const token = tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location")) ?? "";
  return { shop, token, device };
}

/** How so many wrong questions about a token are answered that come at once. */
function wrongAnswers(token: string): Promise<GatewayAnswer[]> {
  return Promise.all(Array.from({ length: 100 }, () => check(token, newDevice())));
}

test("100 wrong guesses at a token's device do not stop the right question", async () => {
  const { shop, token, device } = await verifiedToken();
  const guesses = (await wrongAnswers(token)).map(({ status }) => status);
  expect(guesses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(60);
  expect(guesses).toContain(429);
  expect(await check(token, device, shop.key)).toMatchObject({ status: 200, body: { verified: true, age: 18 } });
});

test("a forged token meets the same limit as a genuine one, in the same words", async () => {
  const { token } = await verifiedToken();
  const shown = ({ status, text, headers }: GatewayAnswer) =>
    [status, text, ...["ratelimit-policy", "ratelimit", "retry-after"].map((name) => headers.get(name))].join(" ");
  const [genuine, forged] = [await wrongAnswers(token), await wrongAnswers(randomBytes(32).toString("base64url"))];
  const words = new Set(genuine.map(shown));
  expect(new Set(forged.map(shown))).toEqual(words);
  expect(words).toContain('429 {"age":null,"verified":false} "token";q=60;w=60 "token";r=0;t=1 1');
});

test("the right question may be asked 60 times at once, and then again a second later", async () => {
  const { shop, token, device } = await verifiedToken();
  const answers = await Promise.all(Array.from({ length: 100 }, () => check(token, device, shop.key)));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(60);
  const limited = answers.find(({ status }) => status === 429);
  expect(limited?.headers.get("ageway-reason")).toBe("rate_limited");
});
