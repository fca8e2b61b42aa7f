/** Matches invisible characters, except the joiner and non-joiner that Persian, Indic scripts and emoji need. */
const INVISIBLE = /(?![\u200C\u200D])\p{C}/u;
/** Matches a visible character: no space, and none that is drawn as a space. */
const VISIBLE = /[^\s\p{C}\u115F\u1160\u2800\u3164\uFFA0]/u;

export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/**
 * One line of text, such as a name: trimmed, with single spaces, so that it can be typed again. May be empty. `null`: too
 * long, with invisible characters, or without a visible one.
 */
export function readLine(given: string, maxLength: number): string | null {
  const line = given.trim().replaceAll(/ +/g, " ");
  if (line === "") return line;
  return line.length > maxLength || INVISIBLE.test(line) || !VISIBLE.test(line) ? null : line;
}

/** Several lines of text, trimmed, separated by `\n`. May be empty. `null`: too long, too many lines, or invisible characters. */
export function readLines(
  given: string,
  { maxLength, maxLines }: { maxLength: number; maxLines: number },
): string | null {
  const text = given.replaceAll("\r\n", "\n").trim();
  const lines = text.split("\n");
  return text.length > maxLength || lines.length > maxLines || lines.some((line) => INVISIBLE.test(line)) ? null : text;
}

/** Says whether the member typed the name. Additional spaces do not matter. */
export function isTyped(typed: string, name: string): boolean {
  const plain = (text: string) => text.trim().replaceAll(/\s+/g, " ");
  return plain(typed) !== "" && plain(typed) === plain(name);
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
