/** The path and the query of a request, as they were sent. */
export type Address = { path: string; parameters: readonly string[] };

/** What the visitor brings home. */
const TOKEN = "token_age_verified";
/** `?age_check=start`: the visitor has pressed the link of the closed page. */
const START = "age_check=start";
/** The longest return URL that an instance takes. Contract §1, rule 6. */
const MAX_URL = 2_048;

/** A path, or a whole address as a proxy sends it. Of anything else routers make different paths. */
const PLAIN = /^(?:https?:\/\/[\w.:[\]-]+)?\/(?!\/)[^#\s]*$/i;

export function isPlain(target: string): boolean {
  return PLAIN.test(target);
}

/** `target`: of the request line. A proxy may send a whole address. */
export function addressOf(target: string): Address {
  const [, own = target] = /^https?:\/\/[^/?#]*(.*)$/i.exec(target) ?? [];
  const [path = "", query = ""] = (own.split("#")[0] ?? "").split(/\?(.*)/s);
  return { path: path || "/", parameters: query.split("&").filter((one) => one !== "") };
}

/** `undefined`: the query has none. A list, where it is there more than once or in brackets: that is no token. */
export function tokenIn({ parameters }: Address): string | string[] | undefined {
  const tokens = parameters.filter((one) => isToken(nameOf(one)));
  const [only] = tokens;
  if (only === undefined) return undefined;
  return tokens.length === 1 && nameOf(only) === TOKEN ? decoded(only.split(/=(.*)/s)[1] ?? "") : tokens;
}

export function asksToStart({ parameters }: Address): boolean {
  return parameters.includes(START);
}

/** The paths that a router sees which is mounted at `prefix`, and those of the routers around it. */
export function below(path: string, prefix: string): string[] {
  const segments = path.split("/").filter(Boolean);
  const mounted = prefix.replace(/\*$/, "").split("/").filter(Boolean);
  return mounted.map((_, n) => `/${segments.slice(n + 1).join("/")}`);
}

/** The same address without what is ours, for `Location`: the rest to the letter, and never the name of a host. */
export function cleaned({ path, parameters }: Address): string {
  const others = parameters.filter((one) => !isToken(nameOf(one)) && one !== START);
  const own = path.replace(/^[\\/]*/, "/");
  return others.length === 0 ? own : `${own}?${others.join("&")}`;
}

/** The same, with the wish to start a check. */
export function withStart(address: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}${START}`;
}

/** An address of the shop, whole, and no longer than an instance takes. `null`: `origin` is none. */
export function wholeAddress(origin: string, path: string): string | null {
  if (!/^https?:\/\/[^\s/\\?#@]+$/i.test(origin)) return null;
  try {
    const url = new URL(`${origin}${path}`);
    if (url.href.length > MAX_URL) url.search = "";
    return url.href.length > MAX_URL ? `${url.origin}/` : url.href;
  } catch {
    return null;
  }
}

function isToken(name: string): boolean {
  return name === TOKEN || name.startsWith(`${TOKEN}[`);
}

function nameOf(parameter: string): string {
  return decoded(parameter.split("=")[0] ?? "");
}

/** As in a query. What is no UTF-8 stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
