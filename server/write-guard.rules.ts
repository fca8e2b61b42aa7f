import { actionNamedIn, isCalledForm, isCalledWithTexts, isPlainForm } from "./action-body.rules.ts";
import { boundaryOf, type FormPart, formParts } from "./form-parts.rules.ts";

/** Holds the addresses that Next's build knows, and the ids of its server actions. */
export type Built = { paths: readonly RegExp[]; actions: ReadonlySet<string> };

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Holds what a write to an address must carry. `session`: a session cookie. */
type Rules = {
  path: RegExp;
  form: "action" | "fields";
  maxBytes: number;
  needs: readonly ("origin" | "session")[];
};

const KB = 1024;
const MAX_PARTS = 64;
/** Bounds an action that takes texts. */
const MAX_TEXTS_BYTES = 4 * KB;

/** Lists every address of Next's that takes a POST. */
const WRITES: readonly Rules[] = [
  { path: /^\/sign-in\/(?:begin|demo|email|open|provider)\/?$/, form: "fields", maxBytes: 4 * KB, needs: ["origin"] },
  { path: /^\/sign-out\/?$/, form: "fields", maxBytes: 4 * KB, needs: ["origin"] },
  {
    path: /^\/(?:welcome|invitation|dashboard(?:\/[^/]+){0,3})\/?$/,
    form: "action",
    // A logo has 64 KB at most.
    maxBytes: 96 * KB,
    needs: ["origin", "session"],
  },
];

export type WriteReason =
  | "not_found"
  | "method_not_allowed"
  | "origin_foreign"
  | "signed_out"
  | "body_too_large"
  | "form_malformed"
  | "form_type_unknown"
  | "action_unknown";

type Judged = { ok: true; rules: Rules } | { ok: false; reason: WriteReason };

type Head = { method: string; pathname: string; headers: Headers; hasSessionCookie: boolean };

/** Judges a write by its head, before its body is read. `origin`: ours. The answer's `rules` hold for the body. */
export function judgeHead({ method, pathname, headers, hasSessionCookie }: Head, built: Built, origin: string): Judged {
  const refused = (reason: WriteReason) => ({ ok: false, reason }) as const;
  const rules = method === "POST" ? WRITES.find(({ path }) => path.test(pathname)) : undefined;
  if (!rules) return refused(built.paths.some((path) => path.test(pathname)) ? "method_not_allowed" : "not_found");
  if (rules.needs.includes("origin") && headers.origin !== origin) return refused("origin_foreign");
  if (rules.needs.includes("session") && !hasSessionCookie) return refused("signed_out");
  const action = headers["next-action"];
  if (action !== undefined && !(rules.form === "action" && built.actions.has(String(action))))
    return refused("action_unknown");
  if (Number(headers["content-length"] ?? 0) > rules.maxBytes) return refused("body_too_large");
  return { ok: true, rules };
}

/** Says why no form of ours sends this body; `null`: one of them may. Reads the body in one pass. */
export function flawOfBody(rules: Rules, headers: Headers, body: Buffer, built: Built): WriteReason | null {
  const type = String(headers["content-type"] ?? "");
  if (rules.form === "fields") return flawOfFields(type, body);
  const called = headers["next-action"];
  const boundary = boundaryOf(type);
  if (boundary === null) return flawOfTexts(called, type, body);
  const parts = formParts(body, boundary, MAX_PARTS);
  if (parts === null) return "form_malformed";
  if (called !== undefined) return isCalledForm(String(called), parts) ? null : "form_malformed";
  return flawOfPlainForm(parts, built.actions);
}

function flawOfFields(type: string, body: Buffer): WriteReason | null {
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(type)) return "form_type_unknown";
  return body.toString("latin1").split("&", MAX_PARTS + 1).length > MAX_PARTS ? "form_malformed" : null;
}

function flawOfTexts(called: Headers[string], type: string, body: Buffer): WriteReason | null {
  if (called === undefined || !/^text\/plain(?:;|$)/i.test(type)) return "form_type_unknown";
  if (body.length > MAX_TEXTS_BYTES) return "body_too_large";
  return isCalledWithTexts(String(called), body) ? null : "form_malformed";
}

/** Judges a plain form: one of an older build names an action that is not there any more. */
function flawOfPlainForm(parts: readonly FormPart[], actions: ReadonlySet<string>): WriteReason | null {
  const named = actionNamedIn(parts);
  if (named === null || !actions.has(named)) return "action_unknown";
  return isPlainForm(named, parts) ? null : "form_malformed";
}
