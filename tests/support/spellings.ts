/** A text stands in Base64 in one of three forms: it begins at the first, second or third byte of a group. */
const OFFSETS = [0, 1, 2];

/**
 * The bytes under which a value may lie in a file: as it is, as the bytes that it writes in Base64 or hexadecimal, and encoded
 * for a URL, in Base64, in hexadecimal and in JSON. Each once.
 */
export function spellingsOf(value: string): Buffer[] {
  const plain = Buffer.from(value);
  const texts = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];
  const bytes = [plain, ...rawOf(value)];
  const all = [
    ...texts.map((text) => Buffer.from(text)),
    ...bytes,
    ...bytes
      .flatMap((raw) => [raw.toString("hex"), raw.toString("hex").toUpperCase()])
      .map((text) => Buffer.from(text)),
    ...bytes.flatMap(base64Of).map((text) => Buffer.from(text)),
  ];
  return [...new Map(all.map((spelling) => [spelling.toString("hex"), spelling])).values()];
}

/** What an opaque value is in a column of bytes, and a number with its digits alone. */
function rawOf(value: string): Buffer[] {
  const raw = Buffer.from(value, "base64url");
  return raw.length >= 16 && raw.toString("base64url") === value ? [raw] : [];
}

/** Its characters that do not depend on the text before and after it, in both alphabets. */
function base64Of(bytes: Buffer): string[] {
  return OFFSETS.flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64url");
    const from = Math.ceil((offset * 8) / 6);
    const to = Math.floor(((offset + bytes.length) * 8) / 6);
    const stable = text.slice(from, to);
    return [stable, stable.replaceAll("-", "+").replaceAll("_", "/")];
  });
}
