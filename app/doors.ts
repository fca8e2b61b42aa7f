import { authCheck } from "./api/auth-check.ts";
import { urlGenerator } from "./api/url-generator.ts";
import { nowhere } from "./hosted/nowhere.ts";

export type Door = { name: string; handler: (request: Request) => Promise<Response> };

/** The hot endpoints, by their path; the same functions stand behind Next's own routes. */
const HOT: readonly [RegExp, Door][] = [
  [/^\/api\/url_generator_s(?:\/[^/?]*){3}\/?(?:\?|$)/, { name: "/api/url_generator_s", handler: urlGenerator("s") }],
  [/^\/api\/url_generator_b(?:\/[^/?]*){3}\/?(?:\?|$)/, { name: "/api/url_generator_b", handler: urlGenerator("b") }],
  [/^\/api\/auth_check(?:\/[^/?]*){1,2}\/?(?:\?|$)/, { name: "/api/auth_check", handler: authCheck }],
];
export const NOWHERE: Door = { name: "nowhere", handler: nowhere };
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The function that answers a request target; `null`: Next does. */
export function doorOf(target: string): Door | null {
  const hot = HOT.find(([path]) => path.test(target))?.[1];
  // Next breaks on an address that does not decode; there is nothing at such an address.
  return hot ?? (isReadable(target) ? null : NOWHERE);
}

/** What Next would break on and no function of ours could be asked; `null`: the request is sound. */
export function misfitOf(method: string, target: string): { status: 400 | 405; allow?: string } | null {
  if (!target.startsWith("/")) return { status: 400 };
  if (!METHODS.has(method)) return { status: 405, allow: [...METHODS].join(", ") };
  const isFile = /^\/(?:device_id\.js|_next\/)/.test(target);
  return isFile && method !== "GET" && method !== "HEAD" ? { status: 405, allow: "GET, HEAD" } : null;
}

function isReadable(target: string): boolean {
  try {
    decodeURIComponent(target.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
}
