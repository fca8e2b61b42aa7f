/** Characters that nobody sees, but for the two that join and part letters in Persian, in Indic scripts and in emoji. */
const INVISIBLE = /(?![\u200C\u200D])\p{C}/u;
/** Something to see: neither space nor what only looks like one. */
const VISIBLE = /[^\s\p{C}\u115F\u1160\u2800\u3164\uFFA0]/u;

/**
 * One line as people write names: trimmed, with one space where there were several, so that it can be typed again; may be
 * empty. `null`: too long, with characters that nobody sees, or of nothing else.
 */
export function readLine(given: string, maxLength: number): string | null {
  const line = given.trim().replaceAll(/ +/g, " ");
  if (line === "") return line;
  return line.length > maxLength || INVISIBLE.test(line) || !VISIBLE.test(line) ? null : line;
}

/** Some lines, ended by `\n` whatever the browser sent, trimmed as a whole; may be empty. */
export function readLines(
  given: string,
  { maxLength, maxLines }: { maxLength: number; maxLines: number },
): string | null {
  const text = given.replaceAll("\r\n", "\n").trim();
  const lines = text.split("\n");
  return text.length > maxLength || lines.length > maxLines || lines.some((line) => INVISIBLE.test(line)) ? null : text;
}

/** Is this what was asked to be typed? Spaces around it and between its words are no reason to refuse. */
export function isTyped(typed: string, name: string): boolean {
  const plain = (text: string) => text.trim().replaceAll(/\s+/g, " ");
  return plain(typed) !== "" && plain(typed) === plain(name);
}
