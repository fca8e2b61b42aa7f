import { join } from "node:path";
import { type Font, openSync } from "fontkit";

/** The standard fonts of PDF are not embedded, and know no name east of Vienna. This one writes all of Europe. */
const FILES = {
  regular: "400Regular/Inter_400Regular.ttf",
  bold: "600SemiBold/Inter_600SemiBold.ttf",
} as const;

export type FontName = keyof typeof FILES;

export function fileOf(name: FontName): string {
  return join(process.cwd(), "node_modules/@expo-google-fonts/inter", FILES[name]);
}

const opened = new Map<FontName, Font>();

/** Has the font a shape for it? Only this is asked of a font that stays open: one remembers what each shape first stood for. */
export function canWrite(name: FontName, character: string): boolean {
  const font = opened.get(name) ?? (openSync(fileOf(name)) as Font);
  opened.set(name, font);
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}
