/** The names that somebody may have meant: those that begin so, else those that differ least, else those with the same first word. */
export function nearestOf(given: string, names: readonly string[]): string[] {
  const written = given.toLowerCase();
  const begun = names.filter((name) => name.startsWith(written));
  if (begun.length > 0) return begun;
  const changes = new Map(names.map((name) => [name, changesBetween(written, name)]));
  const least = Math.min(...changes.values());
  if (least <= Math.max(2, written.length / 3)) return names.filter((name) => changes.get(name) === least);
  return names.filter((name) => firstWordOf(name) === firstWordOf(written));
}

function firstWordOf(name: string): string | undefined {
  return name.split(/[-_ ]/)[0];
}

/** Says how many letters differ, are missing or are too many (Levenshtein). */
function changesBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [at, character] of [...a.slice(0, 100)].entries()) {
    const above = row;
    row = [at + 1];
    for (let column = 1; column <= b.length; column += 1) {
      const [left = 0, up = 0, corner = 0] = [row[column - 1], above[column], above[column - 1]];
      row.push(Math.min(left + 1, up + 1, corner + (character === b[column - 1] ? 0 : 1)));
    }
  }
  return row.at(-1) ?? 0;
}
