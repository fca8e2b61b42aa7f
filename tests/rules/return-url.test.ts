import fc from "fast-check";
import { expect, test } from "vitest";
import { coveringHosts, isCovered, originHost, parseReturnUrl, withToken } from "#lib/rules/return-url.ts";

const TOKEN = "A".repeat(43);

test.for([
  "https://shop.example",
  "https://shop.example/",
  "https://shop.example:8443/a?b=c#d",
  "https://bücher.example/",
  "https://shop.example/?next=https://other.example/@x",
  "http://localhost:3001/x",
  "http://127.0.0.1/",
  "http://[::1]:9/",
])("%s is a place to return to", (given) => expect(parseReturnUrl(given)).not.toBeNull());

test.for([
  "http://shop.example/",
  "HTTPS://shop.example/",
  "https:/shop.example/",
  "https:shop.example",
  "https:///shop.example/",
  "//shop.example/",
  "/checkout",
  "shop.example",
  "javascript:alert(1)//https://shop.example",
  "data:text/html,https://shop.example",
  "ftp://shop.example/",
  "https://user@shop.example/",
  "https://user:password@shop.example/",
  "https://@shop.example/",
  "https://:@shop.example/",
  "https://shop.example\\@other.example/",
  "https://shop.example\\.other.example/",
  "https://shop.example/\\",
  "https://shop.example /",
  " https://shop.example/",
  "https://shop.example/a b",
  "https://shop.example/\t",
  "https://sh\nop.example/",
  "https://shop.example/\u0000",
  "https://shop.example/\u007f",
  "https://intranet/",
  "https://shop.example./",
  "https://shop..example/",
  "https://-shop.example/",
  "https://a_b.shop.example/",
  "https://192.168.0.1/",
  "https://0x7f.1/",
  "https://[2001:db8::1]/",
  "https://127.0.0.2/",
  "https://shop.example:99999/",
  "https://",
  `https://shop.example/${"a".repeat(2028)}`,
])("%j is not", (given) => expect(parseReturnUrl(given)).toBeNull());

test("2,048 characters are the most", () => {
  const ofLength = (n: number) => `https://shop.example/${"a".repeat(n - 21)}`;
  expect(parseReturnUrl(ofLength(2048))).not.toBeNull();
  expect(parseReturnUrl(ofLength(2049))).toBeNull();
});

test("a look-alike in another script is another host", () => {
  expect(parseReturnUrl("https://ѕhop.example/")?.host).toBe(
    "xn--hop-oxc.example".replace("xn--hop-oxc", new URL("https://ѕhop.example").hostname.split(".")[0] ?? ""),
  );
  expect(parseReturnUrl("https://ѕhop.example/")?.host).not.toBe("shop.example");
});

test("sub-domains are covered only where the domain says so, and never a mere suffix", () => {
  const only = [{ host: "shop.example", includeSubdomains: false }];
  const all = [{ host: "shop.example", includeSubdomains: true }];
  expect([isCovered("shop.example", only), isCovered("www.shop.example", only)]).toEqual([true, false]);
  expect([
    isCovered("a.b.shop.example", all),
    isCovered("shop.example", all),
    isCovered("evilshop.example", all),
  ]).toEqual([true, true, false]);
  expect(isCovered("shop.example.evil.example", all)).toBe(false);
});

test("a host is covered by itself and its parents, never by a top-level name", () => {
  expect(coveringHosts("a.shop.example")).toEqual(["a.shop.example", "shop.example"]);
  expect(coveringHosts("localhost")).toEqual(["localhost"]);
});

test.for([
  ["https://shop.example", "shop.example"],
  ["https://shop.example:8443", "shop.example"],
  ["http://localhost:3001", "localhost"],
  ["null", null],
  ["https://shop.example/", null],
  ["https://shop.example, https://other.example", null],
  ["file://", null],
  ["", null],
] as const)("Origin %j speaks for the host %j", ([origin, host]) => expect(originHost(origin)).toBe(host));

test.for([
  ["https://shop.example/", `https://shop.example/?token_age_verified=${TOKEN}`],
  ["https://shop.example/?", `https://shop.example/?token_age_verified=${TOKEN}`],
  ["https://shop.example/a?b=1&c=%20x+y#frag", `https://shop.example/a?b=1&c=%20x+y&token_age_verified=${TOKEN}#frag`],
  ["https://shop.example/?token_age_verified=old&b=1", `https://shop.example/?b=1&token_age_verified=${TOKEN}`],
  [
    "https://shop.example/?token%5Fage_verified=old&token_age_verified",
    `https://shop.example/?token_age_verified=${TOKEN}`,
  ],
  ["https://shop.example/?a=%zz&=&&x", `https://shop.example/?a=%zz&=&&x&token_age_verified=${TOKEN}`],
] as const)("%s takes its token home", ([href, home]) => expect(withToken(href, TOKEN)).toBe(home));

/** Pieces out of which people and attackers build addresses. */
const PIECES = [
  "https://",
  "http://",
  "https:/",
  "javascript:",
  "//",
  "/",
  "\\",
  "@",
  ":",
  "?",
  "#",
  "&",
  "=",
  "%",
  "%2f",
  "%40",
  "%5c",
  "%00",
  ".",
  "..",
  "shop.example",
  "evil.example",
  "shop.example.evil.example",
  "ѕhop.example",
  "ｓhop.example",
  "shop。example",
  "user",
  "443",
  "99999",
  "[::1]",
  "127.0.0.1",
  "0x7f.1",
  "token_age_verified=x",
  "token%5Fage%5Fverified=y",
  "\t",
  "\n",
  " ",
  "\u00ad",
  "\u200b",
  "a",
  "Ø",
  "xn--hop-oxc.example",
];
const mutation = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join("")),
  fc.tuple(fc.nat(40), fc.constantFrom(...PIECES), fc.nat(3)).map(([at, piece, cut]) => {
    const base = "https://shop.example/checkout?basket=2#age";
    return base.slice(0, at) + piece + base.slice(at + cut);
  }),
  fc
    .tuple(
      fc.constantFrom("https://shop.example", "https://shop.example/", "https://"),
      fc.string({ unit: "grapheme", maxLength: 20 }),
    )
    .map((parts) => parts.join("")),
);

test("of 20,000 mutations none is accepted for the verified host that a browser would take elsewhere, and each takes one token home", () => {
  const verified = [{ host: "shop.example", includeSubdomains: false }];
  let accepted = 0;
  fc.assert(
    fc.property(mutation, (given) => {
      const url = parseReturnUrl(given);
      if (url === null || !isCovered(url.host, verified)) return;
      accepted += 1;
      // What a browser makes of the text as it was given, and of what we send it.
      expect(new URL(given).hostname).toBe("shop.example");
      const home = new URL(withToken(url.href, TOKEN));
      expect([home.protocol, home.hostname, home.username, home.password]).toEqual(["https:", "shop.example", "", ""]);
      expect(home.searchParams.getAll("token_age_verified")).toEqual([TOKEN]);
      expect(home.hash).toBe(new URL(given).hash);
      const others = (from: URL) => [...from.searchParams].filter(([name]) => name !== "token_age_verified");
      expect(others(home)).toEqual(others(new URL(given)).filter(([name, value]) => name !== "" || value !== ""));
    }),
    { numRuns: 20_000 },
  );
  // A run that accepted nothing would have shown nothing.
  expect(accepted).toBeGreaterThan(1_000);
});
