import type { IncomingHttpHeaders } from "node:http";
import { boundaryOf, type FormPart, formParts } from "./form-parts.ts";

/** What the build says: the addresses that are there, and the ids of the server actions. */
export type Built = { paths: readonly RegExp[]; actions: ReadonlySet<string> };

/** What a write to an address must bring along. */
export type Rules = {
  path: RegExp;
  form: "action" | "fields";
  maxBytes: number;
  needs: readonly ("origin" | "session")[];
};

const KB = 1024;
const MAX_PARTS = 64;
/** What Next's client sends where it calls an action with a few plain values. */
const MAX_VALUES_BYTES = 4 * KB;

/** Every address of Next's that takes a POST. `session`: that of somebody who is signed in. */
const WRITES: readonly Rules[] = [
  { path: /^\/sign-in\/(?:begin|email|open|provider)\/?$/, form: "fields", maxBytes: 4 * KB, needs: ["origin"] },
  { path: /^\/sign-out\/?$/, form: "fields", maxBytes: 4 * KB, needs: ["origin"] },
  {
    path: /^\/(?:account|welcome|invitation|dashboard(?:\/[^/]+){0,3})\/?$/,
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

type Asked = { method: string; pathname: string; headers: IncomingHttpHeaders };

/** May this write reach Next, as far as its head tells? `rules`: for its body. */
export function judgeHead({ method, pathname, headers }: Asked, built: Built, ours: Ours): Verdict {
  const refused = (reason: WriteRefusal) => ({ ok: false, reason }) as const;
  const rules = method === "POST" ? WRITES.find(({ path }) => path.test(pathname)) : undefined;
  if (!rules) return refused(built.paths.some((path) => path.test(pathname)) ? "method_not_allowed" : "not_found");
  if (rules.needs.includes("origin") && headers.origin !== ours.origin) return refused("origin_foreign");
  if (rules.needs.includes("session") && !holdsCookie(headers.cookie ?? "", ours.sessionCookie))
    return refused("signed_out");
  const action = headers["next-action"];
  if (action !== undefined && !(rules.form === "action" && built.actions.has(String(action))))
    return refused("action_unknown");
  if (Number(headers["content-length"] ?? 0) > rules.maxBytes) return refused("body_too_large");
  return { ok: true, rules };
}

/** Where we are, and what the cookie is called that says who is signed in. */
type Ours = { origin: string; sessionCookie: string };

/** Is the body what a form of ours sends? Read in one pass; `null`: it is. */
export function flawOfBody(
  rules: Rules,
  headers: IncomingHttpHeaders,
  body: Buffer,
  built: Built,
): WriteRefusal | null {
  const type = headers["content-type"] ?? "";
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

function flawOfValues(headers: IncomingHttpHeaders, type: string, body: Buffer): WriteRefusal | null {
  if (headers["next-action"] === undefined || !/^text\/plain(?:;|$)/i.test(type)) return "form_type_unknown";
  return body.length > MAX_VALUES_BYTES ? "body_too_large" : null;
}

/** How a form without script says which action it is for: in the name of a field, or as the first value of a reference. */
function namesAction({ name, value }: FormPart, actions: ReadonlySet<string>): boolean {
  const [, named] = /^\$ACTION_ID_([0-9a-f]{42})$/.exec(name) ?? [];
  if (named !== undefined) return actions.has(named);
  if (!/^\$ACTION_\d{1,4}:0$/.test(name)) return false;
  const [, referred = ""] = /^\{"id":"([0-9a-f]{42})"/.exec(value.toString("latin1", 0, 64)) ?? [];
  return actions.has(referred);
}

function holdsCookie(header: string, name: string): boolean {
  return header.split(";").some((pair) => {
    const [given, value = ""] = pair.split("=", 2);
    return given?.trim() === name && value !== "";
  });
}
