import { chosenInBrowser } from "./browser-choice.ts";

/** Names the colours that a member chose for this browser. */
export type Theme = "system" | "light" | "dark";

export const THEMES: readonly { value: Theme; name: string }[] = [
  { value: "system", name: "System" },
  { value: "light", name: "Light" },
  { value: "dark", name: "Dark" },
];

export function themeNamed(text: unknown): Theme {
  return THEMES.find(({ value }) => value === text)?.value ?? "system";
}

export async function currentTheme(): Promise<Theme> {
  return themeNamed(await chosenInBrowser("theme"));
}
