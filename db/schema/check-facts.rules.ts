import type { MinimumAge, Mode, ProviderId } from "./values.rules.ts";

/**
 * Says which checks a list shows, beside their results; an absent field does not filter. `key`: the text of a plugin key.
 * `from` is inclusive, `to` exclusive.
 */
export type CheckFacts = {
  mode: Mode;
  provider?: ProviderId | undefined;
  age?: MinimumAge | undefined;
  key?: string | undefined;
  host?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};
