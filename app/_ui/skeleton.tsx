/** Shown in place of a part that is still loading. */
export function Skeleton({ what }: { what: string }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{what} is loading…</span>
      {[1, 2, 3].map((n) => (
        <div key={n} className="h-12 animate-pulse rounded-lg bg-line motion-reduce:animate-none" />
      ))}
    </div>
  );
}
