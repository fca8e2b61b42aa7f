/** The chapter of the documentation about each page of the dashboard. A test follows these links. */
export const CHAPTER_OF = {
  overview: "/docs/dashboard",
  connect: "/docs/quick-start",
  keys: "/docs/dashboard#keys",
  domains: "/docs/dashboard#domains",
  checks: "/docs/dashboard#checks",
  refused: "/docs/errors",
  billing: "/docs/dashboard#billing",
  team: "/docs/dashboard#team",
  audit: "/docs/dashboard",
  settings: "/docs/hosted-flow",
} as const;
