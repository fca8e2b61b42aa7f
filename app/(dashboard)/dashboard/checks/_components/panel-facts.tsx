import type { ComponentProps } from "react";
import { Facts } from "#app/_ui/facts.tsx";

type PanelFacts = {
  event: { key: string | null; keyLabel: string | null };
  facts: ComponentProps<typeof Facts>["rows"];
};

/** Lists what a check and a call have in common: the key, and the facts that are known. */
export function PanelFacts({ event: { key, keyLabel }, facts }: PanelFacts) {
  const ofKey = key ? <a href={`/dashboard/keys/${key}`}>{keyLabel || key}</a> : "Deleted key";
  return <Facts className="text-meta text-soft" rows={[["Key", ofKey], ...facts]} />;
}
