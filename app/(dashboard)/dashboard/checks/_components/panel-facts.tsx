import Link from "next/link";
import type { ComponentProps } from "react";
import { Facts } from "#app/_ui/facts.tsx";

type PanelFacts = {
  event: { key: string | null; keyLabel: string | null };
  facts: ComponentProps<typeof Facts>["rows"];
};

/** Lists what a check and a call have in common: the key, and the facts that are known. */
export function PanelFacts({ event: { key, keyLabel }, facts }: PanelFacts) {
  const ofKey = key ? (
    <Link prefetch={false} href={`/dashboard/keys/${key}`}>
      {keyLabel || key}
    </Link>
  ) : (
    "Deleted key"
  );
  return <Facts className="text-meta text-soft" rows={[["Key", ofKey], ...facts]} />;
}
