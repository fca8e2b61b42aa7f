/** Draws the mark of Ageway, an open door, and its name. `small`: in the bar of a document. */
export function Brand({ small = false }: { small?: boolean }) {
  return (
    <a
      className={`flex items-center gap-2 font-semibold no-underline ${small ? "text-head" : "text-page tracking-normal"}`}
      href="/"
    >
      <svg
        className={`text-accent ${small ? "size-6" : "size-7"}`}
        viewBox="0 0 24 24"
        aria-hidden="true"
        fill="currentColor"
      >
        <path d="M5 2h11a2 2 0 0 1 2 2v17H5z" opacity=".3" />
        <path d="M5 2 14 6v17L5 20z" />
      </svg>
      Ageway
    </a>
  );
}
