import Link from "next/link";
import type { Mode } from "#lib/core/provider.rules.ts";
import { type Days, overviewAddress, PERIODS } from "./overview.rules.ts";

export function PeriodSwitch({ mode, days: chosen }: { mode: Mode; days: Days }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for values of a form; these are addresses
    <div className="seg" role="group" aria-label="Period">
      {PERIODS.map((days) => (
        <Link
          key={days}
          href={overviewAddress({ mode, days })}
          prefetch={false}
          aria-current={days === chosen ? "true" : undefined}
        >
          {days} days
        </Link>
      ))}
    </div>
  );
}
