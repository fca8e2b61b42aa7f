import fc from "fast-check";
import { expect, test } from "vitest";
import { readImage } from "#lib/organizations/image.rules.ts";
import { IMAGES, pngOf } from "#tests/support/images.ts";

const { gif, ...PICTURES } = IMAGES;
const size = { width: 3, height: 2 };

test.for([
  ["png", "image/png"],
  ["jpeg", "image/jpeg"],
  ["jpegProgressive", "image/jpeg"],
  ["webpLossy", "image/webp"],
  ["webpLossless", "image/webp"],
  ["webpExtended", "image/webp"],
] as const)("%s is read as %s, with its size", ([name, mediaType]) => {
  expect(readImage(PICTURES[name])).toEqual({ mediaType, ...size });
});

test("a size of several bytes is read whole, in the order of its format", () => {
  expect(readImage(pngOf({ width: 0x10203, height: 0x4050607 }))).toMatchObject({ width: 0x10203, height: 0x4050607 });
  const jpeg = Buffer.from(IMAGES.jpeg);
  const sizeHeader = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(0x0102, sizeHeader + 5);
  jpeg.writeUInt16BE(0x0304, sizeHeader + 7);
  expect(readImage(jpeg)).toMatchObject({ width: 0x0304, height: 0x0102 });
  const lossy = Buffer.from(IMAGES.webpLossy);
  // The upper two bits of each say how to scale it up, which browsers do not.
  lossy.writeUInt16LE(0x4000 + 2_001, 26);
  lossy.writeUInt16LE(0xc000 + 16_383, 28);
  expect(readImage(lossy)).toMatchObject({ width: 2_001, height: 16_383 });
  const lossless = Buffer.from(IMAGES.webpLossless);
  lossless.writeUInt32LE((16_383 << 14) | 2_000, 21);
  expect(readImage(lossless)).toMatchObject({ width: 2_001, height: 16_384 });
  const extended = Buffer.from(IMAGES.webpExtended);
  extended.writeUIntLE(0x10203, 24, 3);
  extended.writeUIntLE(0x40506, 27, 3);
  expect(readImage(extended)).toMatchObject({ width: 0x10204, height: 0x40507 });
});

test("a picture is read that ends right after its size", () => {
  expect(sizeOf(IMAGES.png.subarray(0, 33))).toEqual(size);
  expect(sizeOf(IMAGES.png.subarray(0, 32))).toBeNull();
  const jpeg = Buffer.from("ffd8ffcf001108000200030300", "hex");
  expect([sizeOf(jpeg.subarray(0, 11)), sizeOf(jpeg.subarray(0, 10))]).toEqual([size, null]);
  expect(sizeOf(IMAGES.webpExtended.subarray(0, 30))).toEqual(size);
  expect(sizeOf(IMAGES.webpExtended.subarray(0, 29))).toBeNull();
});

test("a JPEG may have its tables before its frame, and filling between its segments", () => {
  const tables = Buffer.from("ffc40008000000000000fffffffe0004abcd", "hex");
  const jpeg = Buffer.concat([IMAGES.jpeg.subarray(0, 2), tables, IMAGES.jpeg.subarray(2)]);
  expect(readImage(jpeg)).toEqual({ mediaType: "image/jpeg", ...size });
});

test.for([
  ["nothing", Buffer.alloc(0)],
  ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"><script>1</script></svg>')],
  ["a page", Buffer.from("<!doctype html><title>PNG</title>")],
  ["GIF", gif],
  ["something else in the same wrapping as WebP", Buffer.from(IMAGES.webpExtended).fill("AVI ", 8, 12)],
  ["a PNG with another signature", Buffer.from(IMAGES.png).fill("x", 0, 1)],
  ["a PNG whose first chunk is another", Buffer.from(IMAGES.png).fill("tEXt", 12, 16)],
  ["a WebP outside of RIFF", Buffer.from(IMAGES.webpExtended).fill("RIFX", 0, 4)],
  ["a lossy WebP without its start code", Buffer.from(IMAGES.webpLossy).fill(0, 23, 24)],
  ["a lossless WebP without its signature", Buffer.from(IMAGES.webpLossless).fill(0, 20, 21)],
  ["a WebP whose first chunk is another", Buffer.from(IMAGES.webpExtended).fill("ALPH", 12, 16)],
  ["a JPEG with a mark that has no length", Buffer.from("ffd8ff010004abcdffc00011080002000303", "hex")],
  ["a JPEG that starts over before its frame", Buffer.from("ffd8ffd00004abcdffc00011080002000303", "hex")],
  ["a JPEG whose mark is of no frame", Buffer.from("ffd8ffbf0011080002000303", "hex")],
  ["a PNG of no width", pngOf({ width: 0 })],
  ["a PNG of no height", pngOf({ height: 0 })],
  ["a JPEG whose first segment has no room for its own length", Buffer.from("ffd8ffe00001ffc00011080002000303", "hex")],
  ["a JPEG that starts its scan before its frame", Buffer.from("ffd8ffda0002ffc00011080002000303", "hex")],
] as const)("%s is no picture", ([, bytes]) => {
  expect(readImage(bytes)).toBeNull();
});

test("a picture that is cut off is none, or has the size that it had, and nothing that is cut off breaks the reader", () => {
  for (const [name, picture] of Object.entries(PICTURES))
    for (let end = 0; end < picture.length; end += 1)
      expect([null, size], `${name} of ${end} bytes`).toContainEqual(sizeOf(picture.subarray(0, end)));
});

test("whatever follows the first bytes, the reader ends with a size or none", () => {
  const start = fc.constantFrom(
    ...Object.values(PICTURES).flatMap((picture) => [3, 12, 16].map((n) => picture.subarray(0, n))),
  );
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 64 }), (head, rest) => {
      const read = readImage(Buffer.concat([head, rest]));
      expect(read === null || (read.width > 0 && read.height > 0)).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

function sizeOf(bytes: Uint8Array) {
  const read = readImage(bytes);
  return read && { width: read.width, height: read.height };
}
