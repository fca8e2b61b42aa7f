import fc from "fast-check";
import { expect, test } from "vitest";
import { coveringHosts, hostOfOrigin, isCovered, isDevelopmentHost, originHost } from "#lib/base/host.rules.ts";
import { isUtf8, parseReturnUrl, type ReturnUrlFlaw, readReturnUrl } from "#lib/core/return-url.rules.ts";
import { detailsOf } from "#lib/reasons/reason.rules.ts";
import { withToken } from "#lib/verification/encrypted-return-url.ts";

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
  "HTTPS://shop.example/",
  "hTtPs://shop.example/",
  "HTTP://localhost:3001/x",
  "http://LOCALHOST/",
  "https://localhost",
  "https://shop.local/",
  "https://shop.example/%zz100%",
  "https://shop.example/?next=https%3A%2F%2Fshop.example%2F",
  "https://a.1b.example/",
  "https://1.example/",
])("%s is a place to return to", (given) => expect(parseReturnUrl(given)).not.toBeNull());

/** To a live key; the flaw is what `Ageway-Detail` says. */
test.for<[ReturnUrlFlaw, ...string[]]>([
  [
    "no_scheme",
    "//shop.example/",
    "/checkout",
    "shop.example",
    "shop.example:8443/x",
    "localhost:3000/x",
    "1https://shop.example/",
    "?https:",
  ],
  [
    "not_https",
    "http://shop.example/",
    "HTTP://shop.example/",
    "http://shop.test/",
    "http://a.localhost/",
    "http://shop.local/",
    "javascript:alert(1)//https://shop.example",
    "data:text/html,https://shop.example",
    "ftp://shop.example/",
    "shop://8",
    "xhttps://shop.example/",
    "git+ssh://shop.example/",
  ],
  [
    "user_in_address",
    "https://user@shop.example/",
    "https://user:password@shop.example/",
    "https://@shop.example/",
    "https://:@shop.example/",
    "https://a@b@shop.example/",
  ],
  [
    "backslash",
    "https://shop.example\\@other.example/",
    "https://shop.example\\.other.example/",
    "https://shop.example/\\",
    "\\ ",
  ],
  [
    "space",
    "https://shop.example /",
    " https://shop.example/",
    "https://shop.example/a b",
    "https://shop.example/\t",
    "https://sh\nop.example/",
    "https://shop.example/\u0000",
    "https://shop.example/\u007f",
    "https://shop.example/\u00a0",
    "https://shop.example/\u2028",
    "https://shop.example/\u2029",
  ],
  [
    "host_invalid",
    "https:/shop.example/",
    "https:/shop.example/https://other.example/",
    "https:shop.example",
    "https:///shop.example/",
    "https://?shop.example",
    "https://#shop.example",
    "https://",
    "https://intranet/",
    "http://intranet/",
    "https://shop.example./",
    "https://localhost./",
    "https://shop..example/",
    "https://-shop.example/",
    "https://shop-.example/",
    "https://a_b.shop.example/",
    "https://%6cocalhost/",
    "https://shop%2eexample/",
    "http://ｌocalhost/",
    "https://shop.example:99999/",
    "https://shop.example:x/",
    "https://[::1/",
    "https://shop.1/",
    `https://${"a".repeat(64)}.example/`,
    `https://${"abcdefg.".repeat(31)}examples/`,
  ],
  [
    "address_not_name",
    "https://192.168.0.1/",
    "https://10.0.0.1/",
    "http://93.184.216.34/",
    "https://0x7f.1/",
    "http://127.1/",
    "https://[2001:db8::1]/",
    "http://[0:0::1]/",
    "https://127.0.0.2/",
  ],
  ["encoded_twice", "https%3A%2F%2Fshop.example%2F", "HTTPS%3a//shop.example/", "http%3A%2F%2Flocalhost"],
  [
    "too_long",
    `https://shop.example/${"a".repeat(2028)}`,
    `https://shop.example/${"\\".repeat(2028)}`,
    `https://shop.example/${"ø".repeat(400)}`,
  ],
])("%s is told of each of its kind, and none is a place to return to", ([flaw, ...given]) => {
  for (const one of given) expect([one, readReturnUrl(one, false)]).toEqual([one, flaw]);
  for (const one of given) expect(parseReturnUrl(one)).toBeNull();
});

test("a host of 253 characters is the longest, and a label of 63", () => {
  const long = `${"abcdefg.".repeat(31)}abcde`;
  expect(long.length).toBe(253);
  expect(parseReturnUrl(`https://${long}/`)).not.toBeNull();
  expect(parseReturnUrl(`https://${long}f/`)).toBeNull();
  expect(parseReturnUrl(`https://${"a".repeat(63)}.example/`)).not.toBeNull();
});

const DEVELOPMENT = [
  "localhost",
  "127.0.0.1",
  "[::1]",
  "shop.localhost",
  "a.b.localhost",
  "shop.test",
  "a.shop.local",
  "127.0.0.2",
  "127.255.255.255",
  "10.0.0.1",
  "10.255.1.254",
  "172.16.0.1",
  "172.19.0.1",
  "172.20.0.1",
  "172.29.0.1",
  "172.30.0.1",
  "172.31.255.254",
  "192.168.0.1",
  "[fc00::1]",
  "[fd12:3456:789a::1]",
];

test.for(DEVELOPMENT)("a test key may return to %s, by http too, and a live key not", (host) => {
  expect(isDevelopmentHost(host)).toBe(true);
  for (const scheme of ["http", "https", "HTTP"])
    expect(readReturnUrl(`${scheme}://${host}:8080/x`, true)).toMatchObject({ host });
  if (!["localhost", "127.0.0.1", "[::1]"].includes(host)) expect(parseReturnUrl(`http://${host}/`)).toBeNull();
});

test.for([
  "shop.example",
  "localhost.example",
  "test",
  "local",
  "atest",
  "shop.tests",
  "shop.test.example",
  "10.0.0.1.example",
  "126.0.0.1",
  "128.0.0.1",
  "11.0.0.1",
  "110.0.0.1",
  "9.0.0.1",
  "172.15.0.1",
  "172.32.0.1",
  "172.160.0.1",
  "172.3.0.1",
  "192.167.0.1",
  "192.169.0.1",
  "1.192.168.0",
  "169.254.169.254",
  "100.64.0.1",
  "93.184.216.34",
  "[fb00::1]",
  "[fe80::1]",
  "[2001:db8::1]",
  "[2001:db8::fd00]",
  "[::2]",
])("%s is nobody's own machine: not even a test key returns there by http", (host) => {
  expect(isDevelopmentHost(host)).toBe(false);
  expect(readReturnUrl(`http://${host}/`, true)).toBeTypeOf("string");
});

test.for(["[fd00::1].evil.example", "evil.example[fd00::1]", "127.0.0.1.evil.example", "evil.example:127.0.0.1"])(
  "%s only has a private address in it",
  (host) => expect(isDevelopmentHost(host)).toBe(false),
);

test("a test key's address, too, is written out in full", () => {
  for (const given of [
    "http://10.1/",
    "http://0xa.0.0.1/",
    "http://012.0.0.1/",
    "http://[FD00:0::1]/",
    "http://[fd00:0:0::1]/",
  ])
    expect([given, readReturnUrl(given, true)]).toEqual([given, "address_not_name"]);
  expect(readReturnUrl("http://[FD00::1]:80/", true)).toMatchObject({ host: "[fd00::1]" });
  expect(readReturnUrl("http://shop.example/", true)).toBe("not_https");
});

test("every flaw that can be told of an address is in the catalogue, and three are told of the query", () => {
  expect(detailsOf("domain_invalid").toSorted()).toEqual(
    [
      ...["twice", "not_utf8", "not_encoded"],
      ...["too_long", "backslash", "space", "encoded_twice", "no_scheme", "not_https"],
      ...["user_in_address", "address_not_name", "host_invalid"],
    ].toSorted(),
  );
});

test.for([
  ["", true],
  ["?domain=https://shop.example/k%C3%B8b", true],
  ["?domain=https%3A%2F%2Fshop.example%2F%e6%bc%a2", true],
  ["?domain=100%&a=%zz", true],
  ["?a=%EF%BF%BD", true],
  ["?domain=https://shop.example/k%F8b", false],
  ["?domain=https://shop.example/k%C3b", false],
  ["?domain=x&utm=%e6", false],
  ["?a=%C3%28", false],
  ["?a=%ED%A0%80", false],
  ["?a=%C0%AF", false],
] as const)("%s is UTF-8: %s", ([query, isOne]) => expect(isUtf8(query)).toBe(isOne));

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
  expect(isCovered("shop.example", [{ host: "other.example", includeSubdomains: true }, ...only])).toBe(true);
  expect(isCovered("shop.example", [])).toBe(false);
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
  ["ftp://shop.example", null],
  ["wss://shop.example", null],
  ["", null],
] as const)("Origin %j speaks for the host %j", ([origin, host]) => expect(originHost(origin)).toBe(host));

test.for([
  "https://shop.example",
  "https://shop.example:8443",
  "http://localhost:3000",
  "http://[::1]",
  "http://[::1]:3000",
  "http://127.0.0.1:80",
])("%s, as an origin, is of the host that URL says", (href) => {
  const { origin, hostname } = new URL(href);
  expect(hostOfOrigin(origin)).toBe(hostname);
});

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
      expect(others(home)).toEqual(others(new URL(given)));
    }),
    { numRuns: 20_000 },
  );
  // A run that accepted nothing would have shown nothing.
  expect(accepted).toBeGreaterThan(1_000);
});

test("a host that is too long to be one is covered by nothing", () => {
  const host = `${"a.".repeat(126)}b`;
  expect([host.length, coveringHosts(host).length]).toEqual([253, 126]);
  expect(coveringHosts(`a${host}`)).toEqual([]);
});

test("a URL in normal form is read without parsing it, and as the parser reads it", () => {
  const label = fc.stringMatching(/^[a-z0-9-]{1,5}$/);
  const host = fc.oneof(
    fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join(".")),
    fc.constantFrom(
      "xn--a.example",
      "1.2.3.4",
      "a.0x7f",
      "a.1",
      "localhost",
      "a".repeat(64),
      `${"a".repeat(63)}.example`,
    ),
    fc.constant(`${"a.".repeat(124)}example`),
  );
  const part = fc.array(
    fc.constantFrom(
      "/",
      ".",
      "..",
      "/.",
      "%2e",
      "%2E",
      "%",
      "%zz",
      "%C3%A9",
      "a",
      "~",
      "'",
      "@",
      ":",
      "?",
      "#",
      "+",
      "|",
      "=",
      "&",
      "\\",
      "{",
      "ü",
    ),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(host, fc.constantFrom("", "/", ":8443/"), part, fc.boolean(), (name, slash, parts, isTest) => {
      const rest = `//${name}${slash}${parts.join("")}`;
      // A scheme in capitals is not in normal form, so this one is parsed.
      expect(readReturnUrl(`https:${rest}`, isTest)).toEqual(readReturnUrl(`HTTPS:${rest}`, isTest));
    }),
    { numRuns: 5_000 },
  );
});
