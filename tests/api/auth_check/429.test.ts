import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type Answer, check, newDevice } from "#tests/support/gateway.ts";
import { organization } from "#tests/support/organization.ts";
import { browser, started, tokenIn, walk } from "#tests/support/visitor.ts";

async function provenToken() {
  const shop = await organization();
  const { url, device } = await started("b", shop);
  const token = tokenIn((await walk(browser(), url, "adult")).headers.get("location")) ?? "";
  return { shop, token, device };
}

/** How wrong questions about a token are answered, one after the other. */
async function wrongAnswers(token: string, times: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let n = 0; n < times; n += 1) answers.push(await check(token, newDevice()));
  return answers;
}

test("60 wrong guesses at a token's device do not stop the right question", async () => {
  const { shop, token, device } = await provenToken();
  const guesses = await wrongAnswers(token, 70);
  expect(guesses.map(({ status }) => status)).toEqual([...Array(60).fill(404), ...Array(10).fill(429)]);
  expect(await check(token, device, shop.key)).toMatchObject({ status: 200, body: { verified: true, age: 18 } });
});

test("a forged token meets the same limit as a genuine one, in the same words", async () => {
  const { token } = await provenToken();
  const [genuine, forged] = [
    await wrongAnswers(token, 61),
    await wrongAnswers(randomBytes(32).toString("base64url"), 61),
  ];
  const told = ({ status, text, headers }: Answer) => [
    status,
    text,
    headers.get("ratelimit-policy"),
    headers.get("ratelimit"),
  ];
  expect(forged.map(told)).toEqual(genuine.map(told));
  expect(told(genuine[60] as Answer)).toEqual([
    429,
    '{"age":null,"verified":false}',
    '"token";q=60;w=60',
    '"token";r=0;t=1',
  ]);
  expect(genuine[60]?.headers.get("retry-after")).toBe("1");
});

test("the right question may be asked 60 times at once, and then again a second later", async () => {
  const { shop, token, device } = await provenToken();
  const answers = await Promise.all(Array.from({ length: 70 }, () => check(token, device, shop.key)));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(60);
  const limited = answers.find(({ status }) => status === 429);
  expect(limited?.headers.get("ageway-reason")).toBe("rate_limited");
});
