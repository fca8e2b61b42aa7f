import { expect, test } from "vitest";
import { modeOfKey } from "#lib/core/provider.rules.ts";
import { pluginKeyOf, readPluginKey } from "#lib/keys/plugin-key.rules.ts";

const LETTERS = "abcdefghijklMNOPQRSTU123";

test.for(["live", "test"] as const)("a %s key is one, and says its mode", (mode) => {
  const key = pluginKeyOf(mode, LETTERS);
  expect(key).toBe(`pk_${mode}_${LETTERS}`);
  expect([readPluginKey(key), modeOfKey(key)]).toEqual([key, mode]);
});

test.for([
  "",
  LETTERS,
  `pk_live_${LETTERS.slice(1)}`,
  `pk_live_${LETTERS}4`,
  ` pk_live_${LETTERS}`,
  `pk_live_${LETTERS}\n`,
  `pk_demo_${LETTERS}`,
  `PK_live_${LETTERS}`,
  `pk_live_${LETTERS.slice(1)}-`,
])("%j could be no plugin key", (text) => {
  expect(readPluginKey(text)).toBeNull();
});
