/**
 * Searches for many needles in one pass: which of `needles` (what they are, by their bytes) stand in a text, each named once.
 * A search for one after the other would read the hundreds of megabytes of a cluster a thousand times.
 */
export function searchFor(needles: readonly { what: string; bytes: Buffer }[]): (text: Buffer) => string[] {
  const starts = new Uint8Array(2 ** 24);
  const byStart = Map.groupBy(needles, ({ bytes }) => bytes.readUIntBE(0, 3));
  for (const start of byStart.keys()) starts[start] = 1;
  return (text) => {
    const found = new Set<string>();
    let window = 0;
    for (let at = 0; at < text.length; at += 1) {
      window = ((window << 8) | (text[at] ?? 0)) & 0xffffff;
      if (at < 2 || starts[window] !== 1) continue;
      const start = at - 2;
      for (const { what, bytes } of byStart.get(window) ?? [])
        if (text.compare(bytes, 0, bytes.length, start, Math.min(start + bytes.length, text.length)) === 0)
          found.add(what);
    }
    return [...found];
  };
}
