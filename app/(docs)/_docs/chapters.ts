/**
 * A page of the documentation. `file`: the document that it shows, counted from `docs/`; a page with one is a chapter. `isDrawn`: a
 * route of its own draws the page, and its Markdown has more than the document of the repository. `about`: says what the
 * page has, where its first sentence does not.
 */
type DocsLink = { path: string; name: string; file?: string; isDrawn?: true; about?: string };
type Group = { name: string; links: readonly DocsLink[] };

export type Chapter = DocsLink & { file: string };

const integrate = (file: string, name: string, path = `/docs/${file}`): Chapter => ({
  path,
  name,
  file: `integrate/${file}.md`,
});
const operate = (file: string, name: string, path = `/docs/${file}`): Chapter => ({
  path,
  name,
  file: `operate/${file}.md`,
});

/**
 * The navigation, in the order in which its pages are read. A document of `docs/integrate` or `docs/operate` that is not here
 * fails a test.
 */
export const GROUPS: readonly Group[] = [
  {
    name: "Integrate",
    links: [
      integrate("README", "Overview", "/docs"),
      integrate("quick-start", "Quick start"),
      {
        ...integrate("packages", "Packages"),
        about:
          "Gates for Express, Fastify, Hono, Next.js, PHP, Laravel, Symfony, Flask and Django, and how to install them.",
      },
      integrate("woocommerce", "WooCommerce"),
      integrate("proxy-gate", "A gate for proxies"),
      integrate("shop-systems", "Shop systems"),
      integrate("start-a-check", "Start a check"),
      integrate("hosted-flow", "The hosted flow"),
      integrate("token-check", "Check the token"),
      integrate("sessions", "Sessions and devices"),
      integrate("testing", "Testing"),
      integrate("gate-test", "Gate test"),
      integrate("errors", "Errors"),
      integrate("retries", "Retries"),
      integrate("limits", "Limits"),
      integrate("locked-keys", "Locked keys"),
      integrate("pop-up", "A pop-up, no frames"),
      integrate("apps", "Apps"),
      integrate("csp", "CSP and SRI"),
      integrate("clients", "Published clients"),
    ],
  },
  {
    name: "Go live",
    links: [
      integrate("going-live", "Going live"),
      integrate("dashboard", "The dashboard"),
      integrate("privacy-record", "Privacy record"),
      integrate("accessibility", "Accessibility"),
      integrate("self-hosting", "Self-hosting"),
    ],
  },
  {
    name: "Reference",
    links: [
      {
        path: "/reference",
        name: "API reference",
        about: "Every endpoint, what it takes, what it answers and why it refuses, with programs in four languages.",
      },
      { path: "/docs/contract", name: "Wire contract", file: "design/contract.md" },
      { path: "/reasons", name: "Reasons", file: "integrate/reasons.md", isDrawn: true },
      integrate("versions", "Versions"),
      {
        path: "/changelog",
        name: "Changelog",
        file: "../CHANGELOG.md",
        about: "What changed from version to version, for shops and for operators.",
      },
    ],
  },
  {
    name: "Operate",
    links: [
      operate("README", "Start here", "/docs/operate"),
      operate("install", "Install"),
      operate("configuration", "Configuration"),
      operate("deploy", "Deploy"),
      operate("own-ca", "Your own CA"),
      operate("eid", "Connect an eID"),
      operate("eid-countries", "eIDs by country"),
      operate("sign-in", "Sign-in"),
      operate("organizations", "Organizations"),
      operate("billing", "Billing"),
      operate("stripe", "Stripe"),
      operate("backup", "Back up and restore"),
      operate("retention", "What we store"),
      {
        ...operate("upgrade", "Upgrade"),
        about:
          "Back up, build the new version beside the old one, restart one server after the other, and how to go back.",
      },
      operate("observe", "Observe"),
      operate("scale", "Scale"),
      operate("high-availability", "High availability"),
      operate("command", "Command"),
    ],
  },
];

export const CHAPTERS: readonly Chapter[] = GROUPS.flatMap(({ links }) => links).filter(
  (link): link is Chapter => link.file !== undefined,
);

/** Holds the addresses of the chapters for the person who runs an instance. */
export const FOR_OPERATORS: ReadonlySet<string> = new Set(
  CHAPTERS.filter(({ file }) => file.startsWith("operate/")).map(({ path }) => path),
);

/** Finds a page in its group, with the pages before and after it; both `null` where it is not in the navigation. */
export function placeOf(path: string) {
  const all = GROUPS.flatMap(({ name, links }) => links.map((link) => ({ group: name, ...link })));
  const at = all.findIndex((link) => link.path === path);
  const here = all[at] ?? null;
  return { here, before: here && (all[at - 1] ?? null), after: here && (all[at + 1] ?? null) };
}
