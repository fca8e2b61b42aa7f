import Link from "next/link";
import { inMode } from "#app/(dashboard)/_lib/mode.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { CHECKS } from "../_lib/addresses.ts";

type Tabs = { mode: Mode; open: "checks" | "refused"; counts: { checks: number; refused: number } | null };

/** Leads to the checks and to the calls that were refused, each with its number of 30 days. */
export async function ChecksTabs({ mode, open, counts }: Tabs) {
  const { count } = await readerFormats();
  const tab = (name: "checks" | "refused", href: string, words: string) => (
    <Link prefetch={false} href={inMode(href, mode)} aria-current={open === name ? "page" : undefined}>
      {words} {counts && <span className="meta">{count(counts[name])}</span>}
    </Link>
  );
  return (
    <nav className="tabs" aria-label="Checks">
      {tab("checks", CHECKS, "Checks")}
      {tab("refused", `${CHECKS}/refused`, "Refused calls")}
    </nav>
  );
}
