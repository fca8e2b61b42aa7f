import { decoded } from "./address.ts";

/** A text gates itself and all below it. Others are shown a path as it was sent and in its normal form; one yes gates it. */
export type Match = string | RegExp | ((path: string) => boolean) | readonly (string | RegExp)[];

/** Throws a `TypeError` for what could never match, so that a shop finds out when it starts. */
export function matcher(match: Match | undefined): (path: string) => boolean {
  if (match === undefined) return () => true;
  if (typeof match === "function") return (path) => formsOf(path).some((form) => match(form));
  const tests = (typeof match === "string" || match instanceof RegExp ? [match] : match).map(testOf);
  if (tests.length === 0) throw new TypeError("match names no path");
  return (path) => formsOf(path).some((form) => tests.some((test) => test(form)));
}

function testOf(one: string | RegExp): (form: string) => boolean {
  if (typeof one !== "string") {
    // With "g" or "y" an expression would remember where it stopped, and let every second visitor pass.
    const expression = new RegExp(one.source, one.flags.replace(/[gy]/g, ""));
    return (form) => expression.test(form);
  }
  const path = one.replace(/\/\*{1,2}$/, "") || "/";
  if (!path.startsWith("/") || /[*:?#()]/.test(path))
    throw new TypeError(`match is neither a path nor an expression: ${one}`);
  const prefix = normal(encodeURI(path));
  return (form) => prefix === "/" || form === prefix || form.startsWith(`${prefix}/`) || form.startsWith(`${prefix};`);
}

/** Routers and servers of files differ in what they decode and ignore, so a path is gated if any reading of it is. */
function formsOf(path: string): string[] {
  return [path, normal(path), resolved(normal(path)), resolved(normal(path, /\/+/g))];
}

/** Decoded, with single slashes and none at its end, in lower case. A backslash is a slash to browsers and Windows, and a letter to others. */
function normal(path: string, slashes = /[\\/]+/g): string {
  return (
    path
      // The bytes of a letter together, and others alone: what is no UTF-8 must not hide its neighbours.
      .replace(/%[0-7][\da-f]|(?:%[89a-f][\da-f])+/gi, decoded)
      // To `$` in the routes of Python and PHP, behind a proxy, it is nothing.
      .replace(/\n$/, "")
      .replace(slashes, "/")
      .toLowerCase()
      .replace(/\/$/, "") || "/"
  );
}

/** Without dot segments, also those that an encoded slash ends. */
function resolved(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split("/").slice(1))
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(segment);
  return `/${segments.join("/")}`;
}
