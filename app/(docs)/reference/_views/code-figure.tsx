/** A block of code with its name. */
export function CodeFigure({ caption, children }: { caption: string; children: string }) {
  return (
    <figure className="code">
      <figcaption>{caption}</figcaption>
      <pre>
        <code>{children}</code>
      </pre>
    </figure>
  );
}
