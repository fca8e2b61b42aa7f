import { expect, test } from "vitest";
import { type GatewayAnswer, generate, NAVIGATION, newDevice, send, untilLimited } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

/** What the form of a page carries that changes its language. */
function carriedBy({ text }: GatewayAnswer): URLSearchParams {
  const [, path, form = ""] = /<form class="change" action="([^"]+)">([\s\S]*?)<\/form>/.exec(text) ?? [];
  expect(path).toBe("/refused");
  const plain = (html = "") => html.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#x27;", "'");
  const fields = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"\/>/g)];
  return new URLSearchParams(fields.map(([, name = "", value]): [string, string] => [name, plain(value)]));
}

function inLanguage(fields: URLSearchParams, lang: string): Promise<GatewayAnswer> {
  return send(`/refused?${new URLSearchParams([...fields, ["lang", lang]])}`, { headers: NAVIGATION });
}

const referenceIn = (page: GatewayAnswer) => /[2-9B-Z]{4}\u00a0[2-9B-Z]{4}/.exec(page.text)?.[0];

test.for([
  [
    "an unverified host",
    { domain: "https://elsewhere.example/a?b=c&d=e#f" },
    "Vi kender ikke denne hjemmeside",
    "elsewhere.example",
  ],
  ["an unknown key", { key: "pk_live_unknown" }, ".example kan ikke tjekke din alder lige nu", ""],
  ["an age that nobody asks for", { age: "17" }, "Linket fra butikken", ""],
  ["a page that is loaded ahead", { headers: { ...NAVIGATION, "Sec-Purpose": "prefetch" } }, "problem", ""],
] as const)(
  "the page for %s is the same in another language, and nobody is called",
  async ([, call, heading, host]) => {
    const shop = await newOrganization();
    const page = await generate("b", { ...shop, headers: NAVIGATION, ...call });
    const again = await inLanguage(carriedBy(page), "da");
    expect([again.status, again.headers.get("ageway-reason")]).toEqual([
      page.status,
      page.headers.get("ageway-reason"),
    ]);
    expect(again.text).toContain('<html lang="da">');
    expect(again.text).toContain(heading);
    expect(again.text).toContain(host);
    expect(referenceIn(page)).toBeDefined();
    expect(referenceIn(again)).toBe(referenceIn(page));
    // And once more, from there.
    expect((await inLanguage(carriedBy(again), "fi")).text).toContain('<html lang="fi">');
    expect(await shop.billed()).toBe(0);
  },
);

test("too many calls are said in every language with the same time, and the next try is one in that language", async () => {
  const shop = await newOrganization();
  const device = newDevice();
  const pages = await untilLimited(40, () => generate("b", { ...shop, device, headers: NAVIGATION }));
  const page = pages.find(({ status }) => status === 429) ?? expect.fail();
  const again = await inLanguage(carriedBy(page), "sv");
  const timeIn = ({ text }: GatewayAnswer) => /\d\d[:.]\d\d/.exec(text.slice(text.indexOf("<main")))?.[0];
  expect(timeIn(page)).toBeDefined();
  expect(timeIn(again)?.replace(".", ":")).toBe(timeIn(page));
  const fields = carriedBy(page);
  fields.set("until", String(Number(fields.get("until")) + 2 * 3_600));
  expect(timeIn(await inLanguage(fields, "en"))).not.toBe(timeIn(page));
  const [, href = ""] = /<a href="([^"]+)" rel="noreferrer" class="action first">/.exec(again.text) ?? [];
  expect(href.replaceAll("&amp;", "&")).toMatch(
    new RegExp(`^/api/url_generator_b/${shop.key}/${device}/18\\?domain=.*&lang=sv$`),
  );
});

test("what the form carries is read to the letter: anything else is no page of ours", async () => {
  const page = await generate("b", {
    ...(await newOrganization()),
    domain: "https://elsewhere.example/",
    headers: NAVIGATION,
  });
  const fields = carriedBy(page);
  expect((await inLanguage(fields, "en")).status).toBe(403);
  const call = fields.get("call") ?? "";
  for (const [name, value] of [
    ["reason", "made_up"],
    ["reason", "constructor"],
    // A reason of the token check, which has no page.
    ["reason", "token_unknown"],
    ["reference", "<b>"],
    ["reference", "k7qw2rtx"],
    ["call", ""],
    ["call", `//evil.example${call}`],
    ["call", `/\\evil.example${call}`],
    ["call", `https://evil.example${call}`],
    ["call", "/dashboard"],
    ["call", `/sign-out${call}`],
    ["call", "/api/auth_check/token/device"],
    ["call", `/sign-out?${call}`],
  ] as const) {
    const changed = new URLSearchParams(fields);
    changed.set(name, value);
    const { status, headers } = await inLanguage(changed, "en");
    expect([name, value, status, headers.get("ageway-reason")]).toEqual([name, value, 404, "not_found"]);
  }
  expect((await send("/refused", { headers: NAVIGATION })).status).toBe(404);
});

test("a host that the form names is text, and no link leads there", async () => {
  const call = "/api/url_generator_b/pk_live_x/device/18?domain=https%3A%2F%2Fevil.example%2F%22%3E%3Cscript%3E";
  const fields = new URLSearchParams({ reason: "domain_not_verified", reference: "K7QW2RTX", call });
  const { text } = await inLanguage(fields, "en");
  expect(text).toContain("The link says it comes from evil.example.");
  expect(text).not.toMatch(/<script|(?:href|action)="(?!\/|data:)/);
});
