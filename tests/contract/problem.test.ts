import { expect, test } from "vitest";
import { type GatewayAnswer, generate, NAVIGATION, newDevice, send, untilLimited } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

const PROBLEM = { Accept: "application/problem+json" };
const BASE = process.env.BASE_URL;

const typeOf = ({ headers }: GatewayAnswer) => headers.get("content-type");
const ask = (token: string, headers: Record<string, string> = {}, query = "") =>
  send(`/api/auth_check/${token}/${newDevice()}${query}`, { headers });

test("a refused call says what is wrong, why, and what to do", async () => {
  const shop = await newOrganization();
  const answer = await generate("b", { ...shop, domain: "shop.example/cart", headers: PROBLEM });
  expect([answer.status, typeOf(answer)]).toEqual([400, "application/problem+json"]);
  expect(answer.body).toEqual({
    type: `${BASE}/reasons/domain_invalid`,
    title: "Return address not valid",
    status: 400,
    detail: expect.stringMatching(/^[^`]*https:\/\/[^`]*$/),
    reason: "domain_invalid",
    cause: "no_scheme",
    reference: answer.headers.get("ageway-reference"),
    fix: "Write the whole address, with https:// in front.",
    url: null,
  });
  const { headers } = answer;
  expect([headers.get("ageway-reason"), headers.get("ageway-detail")]).toEqual(["domain_invalid", "no_scheme"]);
  expect(headers.get("link")).toBe(`<${BASE}/reasons/domain_invalid>; rel="help"`);
});

test("a 403 has the return address in it, as the body that it stands for", async () => {
  const shop = await newOrganization();
  const domain = "https://elsewhere.example/x";
  const { body } = await generate("s", { ...shop, domain, headers: PROBLEM });
  expect(body).toMatchObject({ status: 403, reason: "domain_not_verified", cause: "return_url", url: domain });
});

test("a limit has its headers also here", async () => {
  const shop = await newOrganization();
  const device = newDevice();
  const answers = await untilLimited(40, () => generate("b", { ...shop, device, headers: PROBLEM }));
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ status: 429, reason: "rate_limited", url: null });
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("every 404 of the token check is the same but for its reference", async () => {
  const shop = await newOrganization({ mode: "test" });
  const answers = [
    await ask("A".repeat(43), PROBLEM),
    await ask("x", PROBLEM),
    await ask("A".repeat(43), PROBLEM, `?plugin_key=${shop.key}`),
    await ask("A".repeat(43), PROBLEM, "?plugin_key=x"),
  ];
  const texts = answers.map(({ text, headers }) => text.replace(headers.get("ageway-reference") ?? "", "REFERENCE"));
  expect(new Set(texts).size).toBe(1);
  expect(answers[0]?.body).toEqual({
    type: `${BASE}/reasons/token_unknown`,
    title: "Token unknown",
    status: 404,
    detail: "There is no such token, or it is not yours.",
    reason: "token_unknown",
    reference: answers[0]?.headers.get("ageway-reference"),
    fix: expect.any(String),
    age: null,
    verified: false,
  });
  expect(new Set(answers.map(typeOf))).toEqual(new Set(["application/problem+json"]));
});

test("an address of the API without an endpoint says so too", async () => {
  const nothing = await send("/api/nothing-here", { headers: PROBLEM });
  expect(nothing.body).toMatchObject({
    type: `${BASE}/reasons/not_found`,
    status: 404,
    reason: "not_found",
    url: null,
  });
  const elsewhere = await send("/nothing-here", { headers: PROBLEM });
  expect([typeOf(elsewhere), elsewhere.text]).toEqual(["application/json", '{"error":"not_found"}']);
});

test.for([
  ["names it among others", "application/json, application/problem+json"],
  ["likes it least", "application/json;q=1, application/problem+json;q=0.001"],
  ["writes it in capitals", "Application/Problem+JSON"],
])("a caller that %s gets it", async ([, accept = ""]) => {
  const headers = { Accept: accept };
  expect(typeOf(await generate("b", { key: "x", age: "17", headers }))).toBe("application/problem+json");
  expect(typeOf(await ask("x", headers))).toBe("application/problem+json");
});

test.for([
  ["nothing", {}],
  ["everything", { Accept: "*/*" }],
  ["every application", { Accept: "application/*" }],
  ["JSON", { Accept: "application/json" }],
  ["it with quality 0", { Accept: "application/problem+json;q=0, */*" }],
  ["it with quality 0.000", { Accept: "application/problem+json; q=0.000, application/json" }],
  ["it with a quality that is none", { Accept: "application/problem+json;q=abc, */*" }],
  ["it with a quality above 1", { Accept: "application/problem+json;q=1.5" }],
  ["a longer name", { Accept: "application/problem+json-seq" }],
] as const)("a caller that names %s gets the bodies of the contract, byte for byte", async ([, headers]) => {
  const refused = await generate("b", { key: "x", age: "17", headers });
  expect([typeOf(refused), refused.text]).toEqual(["application/json", '{"url":null}']);
  const unknown = await ask("x", headers);
  expect([typeOf(unknown), unknown.text]).toEqual(["application/json", '{"age":null,"verified":false}']);
});

test("caches tell the two apart", async () => {
  expect((await generate("b", { key: "x", age: "17" })).headers.get("vary")).toMatch(/\bAccept\b/);
  expect((await ask("x")).headers.get("vary")).toMatch(/\bAccept\b/);
});

test("a browser that navigates gets a page, whatever else it names", async () => {
  const headers = { ...NAVIGATION, Accept: "text/html, application/problem+json" };
  expect(typeOf(await generate("b", { key: "x", age: "17", headers }))).toMatch(/^text\/html/);
});

test("an answer that is no refusal is no problem", async () => {
  const shop = await newOrganization();
  const accepted = await generate("b", { ...shop, headers: PROBLEM });
  expect([accepted.status, typeOf(accepted)]).toEqual([200, "application/json"]);
});

test("HEAD gets the headers of a problem, and no body", async () => {
  const { status, headers, text } = await send("/api/auth_check/x/device-id", { method: "HEAD", headers: PROBLEM });
  expect([status, headers.get("content-type"), text]).toEqual([405, "application/problem+json", ""]);
});
