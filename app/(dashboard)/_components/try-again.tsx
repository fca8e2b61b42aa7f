/** Looks like a link, and does without `Button`: every page loads this file. */
export function TryAgain({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className="underline" onClick={onClick}>
      Try again
    </button>
  );
}
