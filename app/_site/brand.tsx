import { AgewayMark } from "#app/_ui/ageway-mark.tsx";

/** Draws the mark of Ageway, an open door, and its name. `small`: in the bar of a document. */
export function Brand({ small = false }: { small?: boolean }) {
  return (
    <a
      className={`flex items-center gap-2 font-semibold no-underline ${small ? "text-head" : "text-page tracking-normal"}`}
      href="/"
    >
      <AgewayMark className={`text-accent ${small ? "size-6" : "size-7"}`} />
      Ageway
    </a>
  );
}
