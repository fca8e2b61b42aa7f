import { Tabs } from "#app/_ui/tabs.tsx";
import { inMode } from "#app/(dashboard)/_lib/mode.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { CHECKS } from "../_lib/addresses.ts";

type Props = { mode: Mode; open: "checks" | "refused"; counts: { checks: number; refused: number } | null };

/** Leads to the checks and to the calls that were refused, each with its number of 30 days. */
export async function ChecksTabs({ mode, open, counts }: Props) {
  const { count } = await readerFormats();
  const tab = (one: "checks" | "refused", path: string, name: string) => ({
    href: inMode(path, mode),
    name,
    note: counts ? count(counts[one]) : undefined,
    isCurrent: open === one,
  });
  return (
    <Tabs
      label="Checks"
      links={[tab("checks", CHECKS, "Checks"), tab("refused", `${CHECKS}/refused`, "Refused calls")]}
    />
  );
}
