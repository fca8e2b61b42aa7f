type Paragraph = string | { action: string; href: string };

/** Reads the paragraphs of a text that `writeLetter` wrote. */
export function paragraphsOf(text: string): Paragraph[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => {
      const [, action, href] = /^(.+):\n(https?:\/\/\S+)$/.exec(paragraph) ?? [];
      return action && href ? { action, href } : paragraph;
    });
}

/** The accent of our pages and the text on it, light and dark. */
export const BUTTON = { light: ["#0b5d46", "#ffffff"], dark: ["#7fd6b4", "#06261b"] } as const;

const DARK = `a{background:${BUTTON.dark[0]}!important;color:${BUTTON.dark[1]}!important}`;
const BODY = "max-width:36em;margin:0 auto;padding:24px;font:16px/1.5 Inter,system-ui,sans-serif";
const LINK = `display:inline-block;padding:10px 20px;border-radius:8px;background:${BUTTON.light[0]};color:${BUTTON.light[1]};font-weight:600;text-decoration:none`;

/**
 * Draws the text of a letter with its link as a button. Only the button has colours, so that the mail program chooses the others,
 * light or dark. `null`: the text has no link of `writeLetter`, because an earlier version queued it.
 */
export function htmlOf(subject: string, text: string): string | null {
  const paragraphs = paragraphsOf(text);
  if (paragraphs.every((one) => typeof one === "string")) return null;
  const drawn = paragraphs.map((one) =>
    typeof one === "string"
      ? `<p>${escaped(one)}</p>`
      : `<p><a href="${escaped(one.href)}" style="${LINK}">${escaped(one.action)}</a></p>`,
  );
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">`,
    `<title>${escaped(subject)}</title><style>:root{color-scheme:light dark}@media(prefers-color-scheme:dark){${DARK}}</style></head>`,
    `<body style="${BODY}">`,
    ...drawn,
    "</body></html>",
  ].join("\n");
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
