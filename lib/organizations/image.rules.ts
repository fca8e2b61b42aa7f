import type { LogoMediaType } from "#db/schema/values.rules.ts";

type Image = { mediaType: LogoMediaType; width: number; height: number };

type Size = { width: number; height: number };

/** Formats that every browser shows and that hold no script, as SVG can. */
const KINDS = [
  { mediaType: "image/png", isOf: isPng, sizeOf: pngSize },
  { mediaType: "image/jpeg", isOf: isJpeg, sizeOf: jpegSize },
  { mediaType: "image/webp", isOf: isWebp, sizeOf: webpSize },
] as const;

/** The media type and size by the first bytes; `null`: another format, or cut off. Nothing is decompressed. */
export function readImage(bytes: Uint8Array): Image | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = KINDS.find(({ isOf }) => isOf(view));
  const size = kind?.sizeOf(view);
  return kind && size && size.width > 0 && size.height > 0 ? { mediaType: kind.mediaType, ...size } : null;
}

/** PNG (RFC 2083): a signature, then the chunk IHDR, which starts with the size. */
function isPng(view: DataView): boolean {
  return textAt(view, 0, 8) === "\x89PNG\r\n\x1a\n" && textAt(view, 12, 4) === "IHDR";
}

function pngSize(view: DataView): Size | null {
  return view.byteLength < 33 ? null : { width: view.getUint32(16), height: view.getUint32(20) };
}

function isJpeg(view: DataView): boolean {
  return textAt(view, 0, 3) === "\xff\xd8\xff";
}

/** JPEG (ITU-T T.81, annex B): segments with their lengths, up to the frame header, which has the size. */
function jpegSize(view: DataView): Size | null {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    const [mark, kind, length] = [view.getUint8(at), view.getUint8(at + 1), view.getUint16(at + 2)];
    if (mark !== 0xff) return null;
    if (kind === 0xff) {
      at += 1;
      continue;
    }
    if (isFrameHeader(kind)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // Markers without a length, and the scan, cannot precede the frame header.
    if (kind <= 0x01 || (kind >= 0xd0 && kind <= 0xda)) return null;
    at += 2 + length;
  }
  return null;
}

/** SOF0 to SOF15, without three numbers in that range that have another meaning. */
function isFrameHeader(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
}

function isWebp(view: DataView): boolean {
  return textAt(view, 0, 4) === "RIFF" && textAt(view, 8, 4) === "WEBP";
}

/** WebP (RFC 9649): the first chunk is a lossy picture, a lossless one, or an extended header. */
function webpSize(view: DataView): Size | null {
  if (view.byteLength < 30) return null;
  switch (textAt(view, 12, 4)) {
    case "VP8 ":
      if (textAt(view, 23, 3) !== "\x9d\x01\x2a") return null;
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case "VP8L": {
      if (view.getUint8(20) !== 0x2f) return null;
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: uint24At(view, 24) + 1, height: uint24At(view, 27) + 1 };
  }
  return null;
}

function uint24At(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000;
}

/** Latin-1 text; shorter where the bytes end. */
function textAt(view: DataView, at: number, length: number): string {
  const end = Math.min(at + length, view.byteLength);
  let text = "";
  for (let i = at; i < end; i += 1) text += String.fromCharCode(view.getUint8(i));
  return text;
}
