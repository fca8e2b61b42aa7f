/** One line, trimmed, as people write names; may be empty. `null`: too long, or with characters that nobody sees. */
export function readLine(given: string, longest: number): string | null {
  const line = given.trim();
  return line.length > longest || /\p{C}/u.test(line) ? null : line;
}

/** Some lines, ended by `\n` whatever the browser sent, trimmed as a whole; may be empty. */
export function readLines(given: string, { longest, most }: { longest: number; most: number }): string | null {
  const text = given.replaceAll("\r\n", "\n").trim();
  const lines = text.split("\n");
  return text.length > longest || lines.length > most || lines.some((line) => /\p{C}/u.test(line)) ? null : text;
}
