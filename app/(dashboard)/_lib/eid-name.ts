import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import { providers } from "#lib/eid/providers.ts";

/** Names the eID behind a letter of the API. Where both have one name, as in a demo, the letter tells them apart. */
export function eidName(id: ProviderId, mode: Mode = "live"): string {
  const name = visitorsEidName(id, mode);
  const isShared = name === providers()[mode][id === "s" ? "b" : "s"]?.name;
  return isShared ? `${name} ${id.toUpperCase()}` : name;
}

/** Says what a visitor reads on our page: always the eID's own name. */
export function visitorsEidName(id: ProviderId, mode: Mode = "live"): string {
  const { live, test } = providers();
  const [own, other] = mode === "live" ? [live, test] : [test, live];
  return own[id]?.name ?? other[id]?.name ?? "eID";
}
