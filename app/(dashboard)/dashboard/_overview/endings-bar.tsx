import { classes } from "#app/_ui/classes.ts";
import type { Ending, Loss } from "./endings.rules.ts";

type EndingsBar = { confirmed: Ending; notConfirmed: Ending; losses: readonly Loss[] };

/** Draws the endings as parts of one bar, the last of which is opened. Its legend has the numbers. Nothing before the first. */
export function EndingsBar({ confirmed, notConfirmed, losses }: EndingsBar) {
  if (confirmed.count + notConfirmed.count === 0 && losses.length === 0) return null;
  return (
    <div className="flex h-5 gap-0.5 forced-color-adjust-none @mid/sheet:h-7" aria-hidden="true">
      <Part count={confirmed.count} className="bg-chart-yes" />
      <Part count={notConfirmed.count} className="bg-chart-no" />
      {losses.map(({ name, count }) => (
        <Part key={name} count={count} className="inset-ring-[1.5px] inset-ring-chart-no" />
      ))}
    </div>
  );
}

/** Takes its share of the width, and is seen however small that is. */
function Part({ count, className }: { count: number; className: string }) {
  if (count === 0) return null;
  return <i className={classes("min-w-1 basis-0 rounded-[2px]", className)} style={{ flexGrow: count }} />;
}
