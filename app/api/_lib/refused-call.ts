import type { LanguageForm } from "#app/verify/_lib/language.ts";
import type { Language } from "#lib/core/language.rules.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { readReference } from "#lib/crypto/reference.rules.ts";
import { type CallReason, REASONS } from "#lib/reasons/reason.rules.ts";
import type { Refusal } from "./generator-answer.ts";

/** What the page of a refusal says. `again`: when the call may be repeated, where there were too many. */
export type ShownRefusal = Pick<Refusal, "reason" | "provider" | "given" | "reference"> & { again: Date | null };

/** The form that shows the page in another language, and calls nothing. `call`: the address that was called, from its slash on. */
export function formOfRefused(call: string, { reason, reference, again }: ShownRefusal): LanguageForm {
  const until: [string, string][] = again === null ? [] : [["until", String(Math.floor(+again / 1000))]];
  return { path: "/refused", fields: [["reason", reason], ["reference", reference], ...until, ["call", call]] };
}

/** `call`: in the language that is wanted now. */
type ReadRefusal = { call: URL; refusal: ShownRefusal };

/** Reads what that form carried; `null`: we would not have written it. */
export function readRefused(query: URLSearchParams, language: Language | null, baseUrl: string): ReadRefusal | null {
  const field = (name: string) => query.get(name) ?? "";
  const [reason, reference, until] = [field("reason"), field("reference"), field("until")];
  const call = callIn(field("call"), language, baseUrl);
  if (call === null || !isCallReason(reason) || readReference(reference) !== reference) return null;
  const again = /^\d{10}$/.test(until) ? new Date(Number(until) * 1000) : null;
  const given = call.url.searchParams.get("domain");
  return { call: call.url, refusal: { reason, reference, provider: call.provider, given, again } };
}

const GENERATOR = /^\/(?:test\/|doctor\/[^/]+\/)?api\/url_generator_([sb])\//;

/** The address of a generator of ours, and of nothing else. */
function callIn(text: string, language: Language | null, baseUrl: string): { url: URL; provider: ProviderId } | null {
  const url = text.startsWith("/") ? URL.parse(text, baseUrl) : null;
  const provider = url?.origin === new URL(baseUrl).origin ? GENERATOR.exec(url.pathname)?.[1] : undefined;
  if (url === null || (provider !== "s" && provider !== "b")) return null;
  const parts = url.search.slice(1).split("&");
  const others = parts.filter((part) => part !== "" && !part.startsWith("lang="));
  url.search = [...others, ...(language === null ? [] : [`lang=${language}`])].join("&");
  return { url, provider };
}

function isCallReason(text: string): text is CallReason {
  return Object.hasOwn(REASONS, text) && "page" in REASONS[text as CallReason];
}
