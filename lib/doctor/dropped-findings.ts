import { droppedRequirements } from "#lib/eid/dropped-requirements.ts";
import type { ProviderConfiguration } from "#lib/eid/providers.ts";
import { type Found, warn } from "./finding.ts";

/** `name`: such as EID_S. */
export function droppedFindings(name: string, provider: ProviderConfiguration): Found[] {
  return droppedRequirements(provider).map((rule) =>
    warn(
      `${name}_REQUIRE leaves out what the preset ${provider.preset} requires: ${rule}`,
      "Add it, unless the eID cannot answer otherwise: a visitor can edit the request, and what no rule holds may be another eID's answer, or a test identity's.",
    ),
  );
}
