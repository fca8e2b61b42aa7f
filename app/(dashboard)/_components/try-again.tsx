/** Looks like a `Button`, and does without it: that brings the router's links, and every page loads this file. */
export function TryAgain({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-control rounded-m border border-rim bg-raised px-3.5 py-1 font-semibold text-ink shadow-1 hover:bg-hover"
    >
      Try again
    </button>
  );
}
