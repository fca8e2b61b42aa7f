/** Shows a block of code with its name. `html`: coloured by the build. */
type Figure = { caption: string; html?: string; children?: string; className?: string; "data-language"?: string };

export function CodeFigure({ caption, html, children, className = "code", ...rest }: Figure) {
  return (
    <figure className={className} {...rest}>
      <figcaption>{caption}</figcaption>
      <pre>{html === undefined ? <code>{children}</code> : <code dangerouslySetInnerHTML={{ __html: html }} />}</pre>
    </figure>
  );
}
