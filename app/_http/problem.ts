import { type ApiReason, plainText } from "#lib/reasons/entry.rules.ts";
import { type Cause, REASONS, type Reason } from "#lib/reasons/reason.rules.ts";
import { config } from "#lib/runtime/config.ts";
import { acceptsType } from "#lib/verification/fetch-metadata.rules.ts";
import { type Answer, inOrder, JSON_HEADERS, jsonAnswer } from "./answer.ts";
import type { RequestHead } from "./request-head.ts";

const PROBLEM = "application/problem+json";

/** `reference`: `undefined` at an address without an endpoint, whose calls nobody records. */
type Refusal = { reason: Reason; detail?: Cause["detail"] | undefined; reference?: string };

/**
 * Says how a program hears of a refusal: by the body that its endpoint has for it, or as problem details (RFC 9457) with
 * the same fields in them. Only a caller that names their type gets them: older clients compare the body.
 */
export function refusalAnswer(
  { method, headers: asked }: RequestHead,
  refusal: Refusal,
  body: object,
  headers: Record<string, string>,
): Answer {
  const status = REASONS[refusal.reason].status;
  if (!acceptsType(asked.get("Accept"), PROBLEM))
    return jsonAnswer(status, body, inOrder({ ...headers, ...JSON_HEADERS }), method);
  const all = inOrder({ ...headers, ...JSON_HEADERS, "Content-Type": PROBLEM });
  return jsonAnswer(status, { ...problemDetailsOf(refusal), ...body }, all, method);
}

/** `cause` is what `Ageway-Detail` says; `detail` says it to a person, and `fix` what to do about it. */
export function problemDetailsOf({ reason, detail: cause, reference }: Refusal, baseUrl = config().baseUrl) {
  const { status, title, words, details, fix, fixes }: ApiReason = REASONS[reason];
  return {
    type: `${baseUrl}/reasons/${reason}`,
    title,
    status,
    detail: plainText(details?.[cause ?? ""] ?? `${words}.`),
    reason,
    cause,
    reference,
    fix: plainText(fixes?.[cause ?? ""] ?? fix),
  };
}
