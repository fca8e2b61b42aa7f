import { Fragment } from "react";

/** Says that the page shows more than its address asks for. `clear`: its address without what the page does not know. */
export function UnknownFilters({ unknown, clear }: { unknown: readonly string[]; clear: string }) {
  if (unknown.length === 0) return null;
  return (
    <p className="mb-5">
      Ignored, because this page has no such filter:{" "}
      {unknown.map((text, n) => (
        <Fragment key={text}>
          {n > 0 && ", "}
          <code>{text}</code>
        </Fragment>
      ))}{" "}
      <a href={clear}>Remove</a>
    </p>
  );
}
