import { STATUS_CODES } from "node:http";
import type { ReasonCode } from "#app/_http/reason-catalogue.ts";
import { KEY_IN_DOCS as KEY } from "#app/(docs)/_docs/built-docs.ts";
import type { ApiReason } from "#lib/reasons/entry.rules.ts";
import { PAGES } from "#lib/reasons/pages.rules.ts";
import { REASONS, type Reason } from "#lib/reasons/reason.rules.ts";

const DEVICE = "0b9f6b5e-6f43-4d0e-9a57-3c1d2e4f5a60";
const RETURN_PAGE = "https://shop.example/cart";

/** Holds what the token check says of every end without a yes. */
export const ANSWER_OF_NO =
  '{"age":null,"verified":false,"provider":"s","mode":"live","expires_at":"2026-11-22T18:30:00.000Z"}';

export type Example = {
  request: { method: string; path: string; headers: Record<string, string> };
  answer: { status: number; headers: Record<string, string>; body: string };
};

/** Gives a call that is refused for this reason, and its answer; of a visitor’s page, how it is answered. */
export function exampleOf(code: ReasonCode): Example {
  return code in REASONS ? exampleCall(code as Reason) : examplePage(code as keyof typeof PAGES);
}

function exampleCall(code: Reason): Example {
  const { status, example = {} }: ApiReason = REASONS[code];
  const { method = "GET", mode = "test", device = DEVICE, age = "18", domain = RETURN_PAGE, headers = {} } = example;
  const key = KEY.replace("test", mode);
  const path = example.path?.replace("{key}", key).replace("{device}", device) ?? `${key}/${device}/${age}`;
  const isCheck = code === "token_unknown";
  const query = domain === null ? "" : `?domain=${encodeURIComponent(domain)}`;
  return {
    request: { method, path: isCheck ? `/${path}` : `/api/url_generator_s/${path}${query}`, headers },
    answer: {
      status,
      headers: {
        "Ageway-Reason": code,
        ...(example.detail && { "Ageway-Detail": example.detail }),
        ...(example.wait && { "Retry-After": example.wait }),
      },
      body: JSON.stringify(isCheck ? { age: null, verified: false } : { url: status === 403 ? domain : null }),
    },
  };
}

function examplePage(code: keyof typeof PAGES): Example {
  return {
    request: { method: "GET", path: "/verify/s?session=…", headers: {} },
    answer: { status: PAGES[code].status, headers: { "Ageway-Reason": code }, body: "<!doctype html>…" },
  };
}

/** Writes the example as it goes over the wire. */
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
