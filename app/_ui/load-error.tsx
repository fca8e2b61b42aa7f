import { Notice } from "./notice.tsx";

/** Shown in place of a part that could not be loaded; the rest of the page still works. `here`: the address of the page. */
export function LoadError({ what, here }: { what: string; here: string }) {
  return (
    <Notice variant="bad" heading={`${what} could not be loaded`} live="alert">
      <p>
        The problem is on our side. <a href={here}>Try again</a>
      </p>
    </Notice>
  );
}
