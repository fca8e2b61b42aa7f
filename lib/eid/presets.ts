import { DIRECT } from "./presets/direct.ts";
import { IDURA } from "./presets/idura.ts";
import type { Preset } from "./presets/preset.ts";
import { SANDBOX } from "./presets/sandbox.ts";
import { SIGNATURGRUPPEN } from "./presets/signaturgruppen.ts";
import { SIGNICAT } from "./presets/signicat.ts";

/** Configurations that an operator can name instead of writing (`EID_S_PRESET=…`), as `<scheme>-<broker>`. */
export const PRESETS: Record<string, Preset> = { ...SANDBOX, ...SIGNATURGRUPPEN, ...IDURA, ...SIGNICAT, ...DIRECT };

/** `undefined`: no such preset. Own properties only, because an operator could write "constructor". */
export function presetOf(name: string): Preset | undefined {
  return Object.hasOwn(PRESETS, name) ? PRESETS[name] : undefined;
}
