import type { ReactNode } from "react";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { configuredProviders } from "#lib/eid/providers.ts";

const WHEN = { s: "when a check is confirmed", b: "when a link is made" } as const;

/** Says when each live eID bills a check, and what else the page counts. */
export function Footnote({ children }: { children: ReactNode }) {
  const live = configuredProviders().filter(({ mode }) => mode === "live");
  const [first, ...rest] = live.map(({ provider }) => `${eidName(provider)} is billed ${WHEN[provider]}`);
  return (
    <p className="pt-8 text-meta text-soft">
      {first && `${[first, ...rest].join("; ")}. `}
      {children}
    </p>
  );
}
