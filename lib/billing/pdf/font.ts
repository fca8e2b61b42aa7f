import { join } from "node:path";
import { type Font, openSync } from "fontkit";

/** The standard fonts of PDF are not embedded and lack the letters of Central and Eastern Europe. Inter has all of Europe's. */
const FILES = {
  regular: "400Regular/Inter_400Regular.ttf",
  bold: "600SemiBold/Inter_600SemiBold.ttf",
} as const;

export type FontName = keyof typeof FILES;

export function fileOf(name: FontName): string {
  return join(process.cwd(), "node_modules/@expo-google-fonts/inter", FILES[name]);
}

const opened = new Map<FontName, Font>();

/** Uses a font object of its own: one that also wrote documents would change the bytes of the next document. */
export function canWrite(name: FontName, character: string): boolean {
  const font = opened.get(name) ?? (openSync(fileOf(name)) as Font);
  opened.set(name, font);
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}
