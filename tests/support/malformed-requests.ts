import { malformedAction } from "./malformed-action.ts";

type Random = () => number;

/** `cookie`: of a member. `actions`: ids of the build's server actions. */
export type Known = { key: string; host: string; port: number; cookie: string; actions: readonly string[] };

const METHODS = [
  "GET",
  "GET",
  "GET",
  "GET",
  "POST",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "PURGE",
  "get",
  "G\u00c4T",
];

const PLACES = [
  "/",
  "/reasons",
  "/retention",
  "/sign-in",
  "/sign-in/email",
  "/sign-in/open",
  "/sign-in/begin",
  "/sign-in/provider",
  "/sign-out",
  "/dashboard/account",
  "/welcome",
  "/invitation?token=x",
  "/inbox",
  "/status",
  "/test-check",
  "/dashboard",
  "/dashboard/keys",
  "/dashboard/domains",
  "/dashboard/billing",
  "/dashboard/billing/events",
  "/dashboard/billing/invoices/1/pdf",
  "/dashboard/settings",
  "/dashboard/team",
  "/dashboard/checks",
  "/dashboard/checks/export",
  "/dashboard/checks/refused/export",
  "/dashboard/audit/export",
  "/dashboard/connect",
  "/verify/s?session=x",
  "/verify/b?session=x&do=confirm",
  "/verify/x",
  "/verify/s/callback?state=x&code=y",
  "/eid/x",
  "/logos/x",
  "/device_id.js",
  "/api/health/live",
  "/api/health/ready",
  "/api/auth_check/x/device-of-a-test",
  "/api/stripe/webhook",
  "/api/auth/callback/oidc?code=x",
  "/_next/static/chunks/x.js",
  "/_next/data/x/dashboard.json",
  "/_next/image?url=%2Fx&w=64&q=1",
  "/nowhere",
];

/** Where a POST reaches Next. */
const DASHBOARD = PLACES.filter((place) => /^\/(?:welcome|invitation|dashboard)/.test(place));

const PIECES = [
  "",
  "%",
  "%00",
  "%ff%fe",
  "%2f..%2f",
  "..;/",
  "\u0001",
  "\u00f8",
  "[object Object]",
  "__proto__",
  "constructor",
  "null",
  "NaN",
  "-1",
  "1e999",
  "9".repeat(400),
  "a".repeat(3_000),
  "'--",
  "$(x)",
  "\ufffd",
  "{}",
  "[[",
  '"',
  ";",
  "=",
  "\\",
];

const HOSTS = ["999.999.999.999", "a b", "a@b", "[::", ""];

const HEADERS = [
  ["Next-Action", "x"],
  ["Next-Action", "0".repeat(42)],
  ["Next-Router-State-Tree", "%5B%22%22%5D"],
  ["Next-Router-State-Tree", "%"],
  ["Next-Router-Prefetch", "1"],
  ["Next-Url", "//evil.example"],
  ["RSC", "1"],
  ["X-Middleware-Subrequest", "proxy:proxy:proxy:proxy:proxy"],
  ["X-Nextjs-Data", "1"],
  ["X-Forwarded-Host", "evil.example"],
  ["X-Forwarded-For", "1,,%"],
  ["Cookie", "ageway-session=%; =; ;;"],
  ["Cookie", `ageway-session=${"x".repeat(4_000)}`],
  ["Content-Length", "-1"],
  ["Content-Length", "99"],
  ["Content-Length", "1e3"],
  ["Transfer-Encoding", "chunked"],
  ["Transfer-Encoding", "gzip, chunked"],
  ["Content-Encoding", "gzip"],
  ["Expect", "100-continue"],
  ["Expect", "x"],
  ["Range", "bytes=0-,-"],
  ["If-None-Match", '"'],
  ["Accept", "*/*;q=x,,"],
  ["Accept-Language", "xx-%,;q=9,\u00f8"],
  ["Accept-Encoding", "br;q=x"],
  ["Authorization", "Bearer "],
  ["Authorization", "Basic %"],
  ["Idempotency-Key", "a".repeat(300)],
  ["Idempotency-Key", ""],
  ["traceparent", "00-00000000000000000000000000000000-0000000000000000-00"],
  ["Stripe-Signature", "t=x,v1="],
  ["Upgrade", "websocket"],
  ["Sec-Fetch-Mode", "navigate"],
  ["X Bad", "1"],
] as const;

const TYPES = [
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "multipart/form-data; boundary=x",
  "multipart/form-data; boundary=x",
  'multipart/form-data; boundary="x',
  `multipart/form-data; boundary=${"x".repeat(80)}`,
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded; charset=x",
  "text/plain;charset=UTF-8",
  "application/json",
  "text/x-component",
  "x",
  "",
];

const DISPOSITIONS = [
  'form-data; name="$ACTION_ID_x"',
  'form-data; name="$ACTION_REF_1"',
  'form-data; name="$ACTION_1:0"',
  'form-data; name="1_$ACTION_KEY"',
  'form-data; name="0"',
  'form-data; name=""',
  "form-data",
  'form-data; name="logo"; filename="a.png"',
  'form-data; name="key',
  "attachment",
  "",
];

const VALUES = [
  "",
  "1",
  '{"id":"x","bound":"$@1"}',
  '{"id":"x","bound":null}',
  '["$K1"]',
  '["$F1","$Q2","$B3"]',
  '[{"__proto__":{"then":"$1:constructor"}}]',
  '"$undefined"',
  "\u0000\u0001",
  "x".repeat(5_000),
];

/** One request as its bytes: of a route that exists, and wrong in its line, its headers, its body, or all of them. */
export function malformedRequest(random: Random, known: Known): Buffer {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const maybe = (share: number) => random() < share;
  const isAction = maybe(0.3);
  const isForm = isAction || maybe(0.4);
  const method = isForm ? "POST" : pick(METHODS);
  const origin = `http://localhost:${known.port}`;
  const headers: (readonly [string, string])[] = [["Host", maybe(0.97) ? `localhost:${known.port}` : pick(HOSTS)]];
  if (isForm || maybe(0.3)) headers.push(["Origin", maybe(0.9) ? origin : pick(PIECES)]);
  if (isForm || maybe(0.3)) headers.push(["Cookie", known.cookie]);
  while (maybe(0.4)) headers.push(pick(HEADERS));
  const plainType = pick(TYPES);
  const action = isAction ? malformedAction(pick, maybe, known.actions) : null;
  const { type, body } = action ?? { type: plainType, body: method === "GET" ? "" : bodyFor(plainType, pick, maybe) };
  headers.push(...(action?.headers ?? []));
  if (body !== "") {
    headers.push(["Content-Type", type]);
    if (maybe(0.9)) headers.push(["Content-Length", String(Buffer.byteLength(body, "latin1") + (maybe(0.1) ? 7 : 0))]);
  }
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const head = [
    `${method} ${isAction ? pick(DASHBOARD) : target(pick, maybe, known)} ${maybe(0.97) ? "HTTP/1.1" : pick(["HTTP/1.0", "HTTP/9", ""])}`,
  ];
  return Buffer.from(`${[...head, ...lines, "Connection: close"].join("\r\n")}\r\n\r\n${body}`, "latin1");
}

type Pick = <Item>(items: readonly Item[]) => Item;
type Maybe = (share: number) => boolean;

function target(pick: Pick, maybe: Maybe, { key, host }: Known): string {
  const call = `/api/url_generator_${pick(["s", "b"])}/${key}/device-of-a-test/18?domain=https%3A%2F%2F${host}%2F`;
  let path = maybe(0.2) ? call : pick(PLACES);
  while (maybe(0.3)) {
    const at = Math.floor(path.length * pick([0.3, 0.6, 1]));
    path = path.slice(0, at) + pick(PIECES) + path.slice(maybe(0.5) ? at : at + 1);
  }
  return path.replaceAll(/[\r\n]/g, "");
}

function bodyFor(type: string, pick: Pick, maybe: Maybe): string {
  if (!type.startsWith("multipart")) return pick([pick(VALUES), `a=${pick(PIECES)}&${pick(PIECES)}=`, "&".repeat(70)]);
  let body = "";
  while (maybe(0.75)) {
    body += `--x\r\nContent-Disposition: ${pick(DISPOSITIONS)}\r\n${maybe(0.9) ? "\r\n" : ""}${pick(VALUES)}\r\n`;
  }
  return body + pick(["--x--\r\n", "--x--\r\n", "--x", "", "--y--\r\n"]);
}
