import Link from "next/link";
import type { ReactNode } from "react";

type Facts = {
  event: { key: string | null; keyLabel: string | null };
  facts: readonly [name: string, fact: ReactNode][];
};

/** What a check and a call have in common: the key, and the facts that are known. `null`: a fact that is not. */
export function PanelFacts({ event: { key, keyLabel }, facts }: Facts) {
  const own: Facts["facts"] = [
    [
      "Key",
      key ? (
        <Link prefetch={false} href={`/dashboard/keys/${key}`}>
          {keyLabel || key}
        </Link>
      ) : (
        "Deleted key"
      ),
    ],
  ];
  return (
    <dl className="facts meta">
      {[...own, ...facts]
        .filter(([, fact]) => fact !== null)
        .map(([name, fact]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
    </dl>
  );
}
