import { STATUS_CODES } from "node:http";
import { KEY_IN_DOCS as KEY } from "#app/_docs/built-docs.ts";
import type { ReasonCode } from "#app/_http/reason-catalogue.ts";
import { DETAILS, PAGE_STATUS, type Reason, STATUS } from "#app/_http/reasons.ts";

const DEVICE = "0b9f6b5e-6f43-4d0e-9a57-3c1d2e4f5a60";
const RETURN_PAGE = "https://shop.example/cart";

/** `path`, `domain`, `headers`: where the call differs from one that is accepted. */
type Call = {
  method?: string;
  path?: string;
  domain?: string | null;
  headers?: Record<string, string>;
  detail?: string;
};

/** For each reason a call that is refused for it; where nothing is written, the call is right and the facts refuse it. */
const CALLS: Record<Reason, Call> = {
  method_not_allowed: { method: "POST" },
  speculative_load: { headers: { "Sec-Fetch-Dest": "iframe" }, detail: "embedded" },
  domain_missing: { domain: null },
  age_not_supported: { path: `${KEY}/${DEVICE}/21` },
  device_id_invalid: { path: `${KEY}/undefined/18`, detail: "placeholder" },
  domain_invalid: { domain: "shop.example/cart", detail: "no_scheme" },
  idempotency_key_invalid: { headers: { "Idempotency-Key": "" }, detail: "empty" },
  rate_limited: {},
  plugin_key_unknown: {},
  plugin_key_revoked: {},
  plugin_key_paused: {},
  secret_required: { path: `pk_live_your_key/${DEVICE}/18` },
  organization_suspended: {},
  eid_not_configured: {},
  subscription_inactive: { path: `pk_live_your_key/${DEVICE}/18` },
  spend_cap_reached: { path: `pk_live_your_key/${DEVICE}/18` },
  domain_not_verified: { domain: "https://www.shop.example/cart", detail: "return_url" },
  already_verified: {},
  idempotency_key_reused: { headers: { "Idempotency-Key": "order-4711" } },
  token_unknown: { path: `api/auth_check/AAAA/${DEVICE}?plugin_key=${KEY}` },
  not_found: { path: KEY },
  service_unavailable: {},
};

/** `Retry-After` of the examples, in seconds. */
const WAITS: Partial<Record<Reason, string>> = { rate_limited: "4", service_unavailable: "5" };

/** What the token check says of every end without a yes. */
export const ANSWER_OF_NO =
  '{"age":null,"verified":false,"provider":"s","mode":"live","expires_at":"2026-11-22T18:30:00.000Z"}';

export type Example = {
  request: { method: string; path: string; headers: Record<string, string> };
  answer: { status: number; headers: Record<string, string>; body: string };
};

/** A call that is refused for this reason, and its answer; of a visitor’s page, how it is answered. */
export function exampleOf(code: ReasonCode): Example {
  return code in STATUS ? exampleCall(code as Reason) : examplePage(code as keyof typeof PAGE_STATUS);
}

function exampleCall(reason: Reason): Example {
  const { method = "GET", path = `${KEY}/${DEVICE}/18`, domain = RETURN_PAGE, headers = {}, detail } = CALLS[reason];
  const isCheck = reason === "token_unknown";
  const query = domain === null ? "" : `?domain=${encodeURIComponent(domain)}`;
  const status = STATUS[reason];
  const wait = WAITS[reason];
  return {
    request: { method, path: isCheck ? `/${path}` : `/api/url_generator_s/${path}${query}`, headers },
    answer: {
      status,
      headers: {
        "Ageway-Reason": reason,
        ...(detail !== undefined && reason in DETAILS && { "Ageway-Detail": detail }),
        ...(wait !== undefined && { "Retry-After": wait }),
      },
      body: JSON.stringify(isCheck ? { age: null, verified: false } : { url: status === 403 ? domain : null }),
    },
  };
}

function examplePage(code: keyof typeof PAGE_STATUS): Example {
  return {
    request: { method: "GET", path: "/verify/s?session=…", headers: {} },
    answer: { status: PAGE_STATUS[code], headers: { "Ageway-Reason": code }, body: "<!doctype html>…" },
  };
}

/** The example as it goes over the wire. */
export function wireText({ request, answer }: Example, host: string): { asked: string; answered: string } {
  const lines = (headers: Record<string, string>) =>
    Object.entries(headers).map(([name, value]) => `${name}: ${value}`.trimEnd());
  return {
    asked: [`${request.method} ${request.path} HTTP/1.1`, `Host: ${host}`, ...lines(request.headers)].join("\n"),
    answered: [
      `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
      ...lines(answer.headers),
      "",
      answer.body,
    ].join("\n"),
  };
}
