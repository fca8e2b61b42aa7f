/** All of what comes in pieces; `null`: there is more than that, and the rest is not read. */
export async function readAtMost(pieces: AsyncIterable<Uint8Array> | null, most: number): Promise<Buffer | null> {
  const kept: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces ?? []) {
    length += piece.byteLength;
    if (length > most) return null;
    kept.push(piece);
  }
  return Buffer.concat(kept);
}
