import { log } from "#lib/observe/log.ts";
import { keeps } from "./claims.rules.ts";
import { presetOf } from "./presets.ts";
import type { configuredProviders, ProviderConfiguration } from "./providers.ts";
import { requirementInWords } from "./summary.ts";

/** Says in words what the preset requires of an answer and the operator's own `REQUIRE` does not. */
export function droppedRequirements({ preset, require }: Pick<ProviderConfiguration, "preset" | "require">): string[] {
  const required = presetOf(preset ?? "")?.settings.require ?? [];
  return required.filter((one) => !require.some((own) => keeps(own, one))).map(requirementInWords);
}

/**
 * Warns at the start: the visitor may edit the request, so an answer may be another scheme's, or of a test identity.
 */
export function warnOfDroppedRequirements(eids: ReturnType<typeof configuredProviders>): void {
  for (const { mode, provider, configuration } of eids) {
    const rules = droppedRequirements(configuration);
    if (rules.length > 0) log.warn({ event: "eid_requirement_dropped", mode, provider, rules });
  }
}
