import { escapeHtml } from "./escape-html.rules.ts";
import { FIGURE, figureInside } from "./figure.ts";

type Props = { caption: string; html?: string; children?: string; "data-option"?: string };

/** Shows a block of code with its name. `html`: coloured by the build. */
export function CodeFigure({ caption, html, children = "", ...rest }: Props) {
  const inside = figureInside({ caption, html: html ?? escapeHtml(children) });
  return <figure className={FIGURE} {...rest} dangerouslySetInnerHTML={{ __html: inside }} />;
}
