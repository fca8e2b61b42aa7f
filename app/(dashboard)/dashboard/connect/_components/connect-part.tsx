import type { ReactNode } from "react";

/** Is one of the numbered parts of the page. */
export function ConnectPart({
  number,
  id,
  heading,
  children,
}: {
  number: number;
  id: string;
  heading: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="grid content-start gap-4 *:min-w-0">
      <h2 id={id}>
        <span className="me-1.5 text-soft">{number} </span>
        {heading}
      </h2>
      {children}
    </section>
  );
}
