import { boundaryOf, type FormPart, formParts } from "./form-parts.rules.ts";

/** The addresses that Next's build knows, and the ids of its server actions. */
export type Built = { paths: readonly RegExp[]; actions: ReadonlySet<string> };

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What a write to an address must carry. `session`: a session cookie. */
type Rules = {
  path: RegExp;
  form: "action" | "fields";
  maxBytes: number;
  needs: readonly ("origin" | "session")[];
};

const KB = 1024;
const MAX_PARTS = 64;
/** For calls of an action with a few plain values, which Next's client sends as text. */
const MAX_VALUES_BYTES = 4 * KB;

/** Every address of Next's that takes a POST. */
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

export type WriteRefusal =
  | "not_found"
  | "method_not_allowed"
  | "origin_foreign"
  | "signed_out"
  | "body_too_large"
  | "form_malformed"
  | "form_type_unknown"
  | "action_unknown";

type Verdict = { ok: true; rules: Rules } | { ok: false; reason: WriteRefusal };

type Head = { method: string; pathname: string; headers: Headers; hasSessionCookie: boolean };

/** Judges a write by its head, before its body is read. `origin`: ours. The answer's `rules` hold for the body. */
export function judgeHead(
  { method, pathname, headers, hasSessionCookie }: Head,
  built: Built,
  origin: string,
): Verdict {
  const refused = (reason: WriteRefusal) => ({ ok: false, reason }) as const;
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

/** Why no form of ours sends this body; `null`: one of them may. Reads the body in one pass. */
export function flawOfBody(rules: Rules, headers: Headers, body: Buffer, built: Built): WriteRefusal | null {
  const type = String(headers["content-type"] ?? "");
  if (rules.form === "fields") return flawOfFields(type, body);
  const boundary = boundaryOf(type);
  if (boundary === null) return flawOfValues(headers, type, body);
  const parts = formParts(body, boundary, MAX_PARTS);
  if (parts === null) return "form_malformed";
  const isKnown = headers["next-action"] !== undefined || parts.some((part) => namesAction(part, built.actions));
  return isKnown ? null : "action_unknown";
}

function flawOfFields(type: string, body: Buffer): WriteRefusal | null {
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(type)) return "form_type_unknown";
  return body.toString("latin1").split("&", MAX_PARTS + 1).length > MAX_PARTS ? "form_malformed" : null;
}

function flawOfValues(headers: Headers, type: string, body: Buffer): WriteRefusal | null {
  if (headers["next-action"] === undefined || !/^text\/plain(?:;|$)/i.test(type)) return "form_type_unknown";
  return body.length > MAX_VALUES_BYTES ? "body_too_large" : null;
}

/** Without script, a form names its action in the name of a field, or as the first value of a reference. */
function namesAction({ name, value }: FormPart, actions: ReadonlySet<string>): boolean {
  const [, named] = /^\$ACTION_ID_([0-9a-f]{42})$/.exec(name) ?? [];
  if (named !== undefined) return actions.has(named);
  if (!/^\$ACTION_\d{1,4}:0$/.test(name)) return false;
  const [, referred = ""] = /^\{"id":"([0-9a-f]{42})"/.exec(value.toString("latin1", 0, 64)) ?? [];
  return actions.has(referred);
}
