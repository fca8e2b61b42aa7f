import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addressText } from "#tests/support/any-text.ts";
import { inFull } from "#tests/support/full.ts";
import { openedRun } from "#tests/support/gate-test.ts";
import { send } from "#tests/support/gateway.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";

const nasty = fc.constantFrom(
  "",
  "%",
  "%00",
  "%ff%fe",
  "%2f",
  "..",
  "16",
  "18",
  "null",
  "undefined",
  "pk_live_x",
  "'--",
  "\u0000",
  "💥",
  "https://shop.example",
  "https%3A%2F%2Fshop.example",
  "a".repeat(3000),
  "[]",
  "{}",
  "0",
);
const piece = fc.oneof(
  nasty,
  fc.string({ unit: "grapheme", maxLength: 12 }),
  addressText.map((path) => `/${path}`),
);
const segment = piece.map(
  (text) => (/^(%[0-9a-f]{2}|%)/.test(text) ? text : encodeURIComponent(text)).replaceAll("/", "%2f") || "x",
);
const query = fc
  .array(
    fc.tuple(fc.constantFrom("domain", "plugin_key", "session", "do", "state", "code", "error", "iss", "x"), segment),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map((pair) => pair.join("=")).join("&"));
const place = fc.oneof(
  fc
    .tuple(fc.constantFrom("s", "b", "x"), fc.array(segment, { minLength: 3, maxLength: 3 }))
    .map(([p, parts]) => `/api/url_generator_${p}/${parts.join("/")}`),
  fc.array(segment, { minLength: 2, maxLength: 2 }).map((parts) => `/api/auth_check/${parts.join("/")}`),
  // Sound in all but one part, with a real key or a real page: these get furthest.
  segment.map((key) => `/api/url_generator_b/${key}/sound-device/18?domain=PAGE&x=`),
  segment.map((device) => `/api/url_generator_b/KEY/${device}~/018?domain=PAGE&x=`),
  segment.map((page) => `/api/url_generator_b/KEY/sound-device/18?domain=${page}&x=`),
  segment.map((age) => `/api/url_generator_s/KEY/sound-device/${age}0?domain=PAGE&x=`),
  fc.constantFrom(
    "/api/auth_check//abcdefgh",
    "/api/auth_check/x/abcdefgh/",
    "/api/url_generator_b/KEY//18?domain=PAGE&x=",
    "/%ff",
  ),
  // A run of the gate test: none, or a sound one.
  segment.map((run) => `/doctor/x${run}/api/url_generator_b/KEY/sound-device/18?domain=PAGE&x=`),
  segment.map((run) => `/doctor/x${run}/verify/s?x=`),
  fc
    .tuple(fc.constantFrom("auth_check/", "url_generator_s/KEY/", "url_generator_b/KEY/x/18?domain="), segment)
    .map(([endpoint, part]) => `RUN/api/${endpoint}${part}`),
  fc.constantFrom("/doctor", "/doctor/", "/doctor/x", "RUN/api", "RUN/verify", "RUN/verify/x", "RUN//"),
  fc.constantFrom("/verify/s", "/verify/b", "/verify/x", "/verify/s/callback", "/verify/b/callback", "/api/nothing"),
);
/** Often enough that a few hundred requests meet the answer to it. */
const prefetch = fc.constant<[string, string]>(["Sec-Purpose", "prefetch"]);
const anyHeader = fc.tuple(
  fc.constantFrom(
    "Origin",
    "Accept",
    "Sec-Fetch-Mode",
    "Sec-Fetch-Dest",
    "Sec-Purpose",
    "Idempotency-Key",
    "Cookie",
    "Purpose",
  ),
  fc.oneof(
    fc.constantFrom(
      "null",
      "text/html",
      "navigate",
      "document",
      "image",
      "prefetch",
      "ageway-check-x=x; ageway-return-=y",
      "=;;=",
      "ageway-check-0=AAAAAAAAAAAAAAAAAAAAAA",
    ),
    fc.stringMatching(/^[ -~]{0,300}$/),
  ),
);
const header = fc.oneof({ weight: 9, arbitrary: anyHeader }, { weight: 1, arbitrary: prefetch });
const method = fc.constantFrom("GET", "GET", "GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH");

// Over HTTP the same, and fewer: what differs there is the reading of the address.
const RUNS = process.env.SERVER ? inFull(2_000, 300) : inFull(20_000, 600);

test(`malformed requests on the public routes: never a 5xx but for a speculative load, and no row`, async () => {
  const shop = await newOrganization();
  const run = await openedRun();
  const rows = () =>
    countRows(
      sql`SELECT ((SELECT count(*) FROM verification WHERE organization_id = ${shop.id})
        + (SELECT count(*) FROM billing_event WHERE organization_id = ${shop.id})
        + (SELECT count(*) FROM idempotency_key JOIN plugin_key k ON k.id = plugin_key_id WHERE k.organization_id = ${shop.id}))::int AS n`,
    );
  const counts = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(place, query, method, fc.array(header, { maxLength: 3 }), async (path, search, verb, headers) => {
      // Two dots lead up: this is the front page, which is no refusal.
      fc.pre(new URL(path, "http://localhost").pathname !== "/");
      const sound = path
        .replace("RUN", run.path)
        .replace("KEY", shop.key)
        .replace("PAGE", encodeURIComponent(shop.domain));
      const answer = await send(`${sound}${path.includes("?") ? "" : "?"}${search}`, {
        method: verb,
        headers: Object.fromEntries(headers),
      });
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
      const reason = answer.headers.get("ageway-reason");
      expect(
        answer.status >= 500 && reason !== "speculative_load",
        `${answer.status} ${reason} ${verb} ${sound} ${search} ${JSON.stringify(headers)}`,
      ).toBe(false);
      expect(answer.status).not.toBe(200);
    }),
    // The rarest refusal: of a page of another site.
    {
      numRuns: RUNS,
      examples: [["/api/url_generator_b/KEY/sound-device/18?domain=https%3A%2F%2Fshop.example&x=", "", "GET", []]],
    },
  );
  expect(await rows()).toBe(0);
  // Every kind of refusal was met: the requests were not all turned away at the first rule.
  expect([...counts.keys()].toSorted()).toEqual(expect.arrayContaining([204, 400, 403, 404, 405, 503]));
});
