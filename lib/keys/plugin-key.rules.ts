import type { Mode } from "#lib/core/provider.rules.ts";

/** What every plugin key looks like: its mode, and 24 random letters and digits. */
const SHAPE = /^pk_(?:live|test)_[A-Za-z0-9]{24}$/;

/** The text if it could be a plugin key, else `null`: what could not be one is never looked up. */
export function readPluginKey(text: string): string | null {
  return SHAPE.test(text) ? text : null;
}

/** `letters`: 24 random ones. */
export function pluginKeyOf(mode: Mode, letters: string): string {
  return `pk_${mode}_${letters}`;
}

/** Of a text that `readPluginKey` let through. */
export function modeOfKey(pluginKey: string): Mode {
  return pluginKey.startsWith("pk_test_") ? "test" : "live";
}
