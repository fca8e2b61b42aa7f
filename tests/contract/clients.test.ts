import { expect, test } from "vitest";
import { newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, tokenIn } from "#tests/support/visitor.ts";

type Sent = Record<string, string>;

/** What clients in the field send, to the letter, beside `Host`. None of them is a person whose browser goes somewhere. */
const SERVERS = {
  "Symfony HttpClient (the Sylius plugin)": {
    Accept: "*/*",
    "User-Agent": "Symfony HttpClient (Curl)",
    "Accept-Encoding": "gzip",
  },
  Guzzle: { "User-Agent": "GuzzleHttp/7" },
  "PHP's file_get_contents": { Connection: "close" },
  "PHP's curl": { Accept: "*/*" },
  "WordPress' wp_remote_get": {
    "User-Agent": "WordPress/6.7; https://shop.example",
    Accept: "*/*",
    "Accept-Encoding": "deflate, gzip, br",
    Referer: "https://shop.example/",
    Connection: "close",
  },
  curl: { "User-Agent": "curl/8.5.0", Accept: "*/*" },
  "Python's requests (the Flask back end)": {
    "User-Agent": "python-requests/2.32.3",
    "Accept-Encoding": "gzip, deflate",
    Accept: "*/*",
    Connection: "keep-alive",
  },
  "Python's urllib": { "Accept-Encoding": "identity", "User-Agent": "Python-urllib/3.11", Connection: "close" },
  "axios in Node (the Express back end)": {
    Accept: "application/json, text/plain, */*",
    "User-Agent": "axios/1.7.9",
    "Accept-Encoding": "gzip, compress, deflate, br",
  },
  "Node's fetch": {
    connection: "keep-alive",
    accept: "*/*",
    "accept-language": "*",
    "sec-fetch-mode": "cors",
    "user-agent": "node",
    "accept-encoding": "gzip, deflate",
  },
  "Java's HttpURLConnection": {
    "User-Agent": "Java/17.0.9",
    Accept: "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
    Connection: "keep-alive",
  },
  "Java's HttpClient": {
    Connection: "Upgrade, HTTP2-Settings",
    "HTTP2-Settings": "AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA",
    Upgrade: "h2c",
    "User-Agent": "Java-http-client/17.0.9",
  },
  ".NET's HttpClient": {},
  "Go's net/http": { "User-Agent": "Go-http-client/1.1", "Accept-Encoding": "gzip" },
  "Ruby's Net::HTTP": {
    "Accept-Encoding": "gzip;q=1.0,deflate;q=0.6,identity;q=0.3",
    Accept: "*/*",
    "User-Agent": "Ruby",
  },
} as const satisfies Record<string, Sent>;

const CORS = { "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "cross-site" };

/** The same of pages, whose browser adds where they come from. */
const PAGES = {
  "fetch in a page": { Accept: "*/*", ...CORS },
  "fetch in a page whose browser says no Sec-Fetch-*": { Accept: "*/*" },
  "axios in a page": { Accept: "application/json, text/plain, */*", ...CORS },
  "jQuery's getJSON": { Accept: "application/json, text/javascript, */*; q=0.01", ...CORS },
  XMLHttpRequest: { Accept: "*/*", ...CORS },
} as const satisfies Record<string, Sent>;

/** Next's own server hangs up on a request to switch protocols; the production entry answers it. */
const isUnderstood = ([, sent]: [string, Sent]) => process.env.SERVER !== "next" || sent.Upgrade === undefined;

const CLIENTS = [
  ...Object.entries<Sent>(SERVERS)
    .filter(isUnderstood)
    .map(([name, headers]) => [name, headers, false] as const),
  ...Object.entries(PAGES).map(([name, headers]) => [name, headers, true] as const),
];

/** As Symfony writes a query: what may stand in it as it is, is not encoded. */
const lightly = (text: string) => encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%2F", "/");

/** What the published back ends do with an answer of the token check; each got its age from the first edition's. */
const YES_BY_CLIENT: Record<string, (body: { age?: unknown; verified?: unknown }) => boolean> = {
  "is_int($data['age'] ?? null)": ({ age }) => Number.isInteger(age ?? null),
  "data.age >= 18": ({ age }) => (age as number) >= 18,
  'data["age"] is not None and data["age"] >= 18': ({ age }) => age !== null && (age as number) >= 18,
  "data.verified === true": ({ verified }) => verified === true,
  "if (data.age)": ({ age }) => Boolean(age),
};

function answersYes(body: unknown): boolean[] {
  return Object.values(YES_BY_CLIENT).map((read) => read(body as { age?: unknown }));
}

test.for(CLIENTS)("%s starts a check and reads what it proved", async ([, sent, isPage]) => {
  const shop = await newOrganization();
  const headers: Sent = isPage ? { ...sent, Origin: `https://${shop.host}` } : sent;
  const start = (device: string, domain = shop.domain, age = "18") =>
    send(`/api/url_generator_b/${shop.key}/${device}/${age}?domain=${lightly(domain)}`, { headers });
  const check = (token: string, device: string) => send(`/api/auth_check/${token}/${device}`, { headers: sent });

  const device = newDevice();
  const link = await start(device);
  expect([link.status, link.headers.get("content-type"), link.headers.get("location")]).toEqual([
    200,
    "application/json",
    null,
  ]);
  expect(Object.keys(link.body as object)).toEqual(["url"]);
  const { url } = link.body as { url: string };
  expect(url).toMatch(/^http:\/\/localhost:\d+\/verify\/b\?session=[A-Za-z0-9_-]{43}$/);

  const yes = await check(tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location")) ?? "", device);
  expect([yes.status, yes.headers.get("content-type"), yes.text.startsWith('{"age":18,')]).toEqual([
    200,
    "application/json",
    true,
  ]);
  expect(answersYes(yes.body)).toEqual(Object.keys(YES_BY_CLIENT).map(() => true));

  const young = newDevice();
  const visitor = browser();
  const second = ((await start(young)).body as { url: string }).url;
  await completeFlow(visitor, second, "seventeen");
  const home = await visitor.go(`${second}&do=leave`, "POST");
  const no = await check(tokenIn(home.headers.get("location")) ?? "", young);
  const unknown = await check("A".repeat(43), young);
  expect([no.status, unknown.status, unknown.text]).toEqual([200, 404, '{"age":null,"verified":false}']);
  for (const { body } of [no, unknown]) expect(answersYes(body)).toEqual(Object.keys(YES_BY_CLIENT).map(() => false));

  const elsewhere = "https://elsewhere.example/x";
  const refused = [
    [await start(newDevice(), elsewhere), 403, JSON.stringify({ url: elsewhere })],
    [await start("undefined"), 400, '{"url":null}'],
    [await start(newDevice(), shop.domain, "17"), 400, '{"url":null}'],
    [await send(`/api/url_generator_b/${shop.key}/${device}/18`, { headers }), 404, '{"url":null}'],
  ] as const;
  for (const [answer, status, text] of refused)
    expect([answer.status, answer.headers.get("content-type"), answer.text]).toEqual([
      status,
      "application/json",
      text,
    ]);
});

test("a page of another site, whoever sends it, starts nothing", async () => {
  const shop = await newOrganization();
  const path = `/api/url_generator_b/${shop.key}/${newDevice()}/18?domain=${lightly(shop.domain)}`;
  for (const [, sent] of Object.entries(PAGES)) {
    const answer = await send(path, { headers: { ...sent, Origin: "https://evil.example" } });
    expect([answer.status, answer.headers.get("ageway-reason")]).toEqual([403, "domain_not_verified"]);
  }
  expect([await shop.started(), await shop.billed()]).toEqual([0, 0]);
});
