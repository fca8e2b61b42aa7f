/** Draws the mark of Ageway: an open door. */
export function AgewayMark({ className }: { className: string }) {
  return (
    <svg className={className} aria-hidden="true" viewBox="0 0 24 24" fill="currentColor">
      <path d="M5 2h11a2 2 0 0 1 2 2v17H5z" opacity=".3" />
      <path d="M5 2 14 6v17L5 20z" />
    </svg>
  );
}
