/** One e-mail: a fact, and the page of ours on which its reader acts. */
export type Letter = {
  /** Its name begins the subject, and the page shows it; `null`: the e-mail is about none. */
  organization: { id: string; name: string } | null;
  subject: string;
  /** The first sentence. */
  fact: string;
  /** What the button says, such as "Open the invoice". */
  action: string;
  page: `/${string}`;
  more: string;
};

/** The parameter by which a page of the dashboard shows the organization that an e-mail is about. */
export const SHOWN = "show";

/** Writes the subject and the text of an e-mail. The page stays a path until it is sent: the operator's command has no `BASE_URL`. */
export function writeLetter({ organization, subject, fact, action, page, more }: Letter) {
  const path = organization && page.startsWith("/dashboard") ? showing(page, organization.id) : page;
  return {
    subject: organization ? oneLine(`${organization.name}: ${subject}`) : subject,
    text: `${oneLine(fact)}\n\n${action}:\n${path}\n\n${oneLine(more)}\n`,
  };
}

function showing(page: string, organizationId: string): string {
  const [path, anchor] = page.split("#");
  return `${path}?${SHOWN}=${organizationId}${anchor === undefined ? "" : `#${anchor}`}`;
}

/** What a member typed begins no paragraph of its own, so it cannot look like our link. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

export function withBaseUrl(text: string, baseUrl: string): string {
  return text.replace(/^(.+:\n)(?=\/)/m, (label) => label + baseUrl);
}

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
 * Draws the same words with the link as a button. Only the button has colours, so that the mail program chooses the others, light or
 * dark. `null`: the text has no link of `writeLetter`, because an earlier version queued it.
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
