/** What `MATCH` names. A path is asked about in each of its forms; of a target, its parameters count. */
export type Named = { isPath: (path: string) => boolean; hasParameter: (target: string) => boolean };

const PATH = /^(?:\/(?:\*|[^*/:?#$()%\s]*))+\$?$/;
const PARAMETER = /^\?[\w-]+=[\w/.-]+$/;

/**
 * Reads paths, each with all below it, and parameters of any path, with commas between. In a path a star is any one name, and
 * `$` at its end leaves out what is below it. A parameter counts with each value that begins so. `null`: one is neither.
 */
export function readMatch(text: string): Named | null {
  const entries = text.split(",").map((entry) => entry.trim());
  if (!entries.every((entry) => PATH.test(entry) || PARAMETER.test(entry))) return null;
  const paths = entries.filter((entry) => entry.startsWith("/")).map(expressionOf);
  const parameters = entries.filter((entry) => entry.startsWith("?")).flatMap(parametersOf);
  return {
    isPath: (path) => formsOf(path).some((form) => paths.some((one) => one.test(form))),
    hasParameter: (target) =>
      parameters.length > 0 &&
      parametersOf(target).some((sent) =>
        parameters.some(({ name, value }) => sent.name === name && (sent.isOdd || sent.value.startsWith(value))),
      ),
  };
}

/** What follows a program is its path: /index.php/checkout. And shops cut characters off a name, as WordPress does. */
function formsOf(path: string): string[] {
  return [path, path.replace(/^.*?\.php(?=\/)/i, "")].flatMap((form) => [form, trimmed(form)]);
}

/** Without what WordPress drops of a name, and the line break that `$` overlooks in the expressions of a router. */
function trimmed(path: string): string {
  return path.replace(/(?<=^|\/)[\s+.~-]+|(?<![\s+.?~-])[\s+.?~-]+(?=\/|$)|~/g, "");
}

/** The path as servlets read it: they cut parameters out of each name before they look for `..`. */
export function withoutParameters(path: string): string {
  return path.replace(/;[^/]*/g, "");
}

function expressionOf(entry: string): RegExp {
  const [, text = "", end] = /^(.*?)\/?(\$?)$/.exec(entry) ?? [];
  const literal = text.replace(/[+.[\\\]^{|}]/g, "\\$&").replaceAll("*", "[^/]+");
  return new RegExp(`^${literal}${end ? "/?(?:;[^/]*)?$" : "(?:[/;]|$)"}`, "i");
}

/**
 * The parameters of a query, without all that a shop system may drop. PHP ends a name at a zero byte, and makes one character
 * of several. `isOdd`: the value has what systems cut out together with what is around it.
 */
function parametersOf(target: string): { name: string; value: string; isOdd: boolean }[] {
  const [, query = ""] = target.split(/\?(.*)/s);
  return query.split("&").map((parameter) => {
    const [name = "", value = ""] = parameter.split(/=(.*)/s).map(bytesOf);
    return {
      name: (name.split("\0")[0] ?? "").replace(/[^a-z\d]/g, ""),
      value: value
        .replace(/[^\w/]/g, "")
        .replace(/\/+/g, "/")
        .replace(/^\//, ""),
      isOdd: /[%<]/.test(value),
    };
  });
}

/** In small letters, a character for each byte: what is no UTF-8 must not hide its neighbours. */
function bytesOf(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))).toLowerCase();
}
