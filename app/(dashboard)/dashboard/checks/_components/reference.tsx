import { spelled } from "#lib/crypto/reference.rules.ts";

/** Writes a reference as a visitor reads it out. */
export function Reference({ children }: { children: string }) {
  return <span className="text-meta tracking-[0.05em] whitespace-nowrap">{spelled(children)}</span>;
}
