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
