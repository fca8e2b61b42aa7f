/** The part of the documentation about each page of the dashboard. A test follows these links. */
export const CHAPTER_OF = {
  welcome: "/docs/quick-start",
  overview: "/docs/dashboard#overview",
  connect: "/docs/dashboard#connect",
  keys: "/docs/dashboard#keys",
  domains: "/docs/dashboard#domains",
  doctor: "/docs/dashboard#gate-test",
  checks: "/docs/dashboard#checks",
  refused: "/docs/dashboard#refused-calls",
  billing: "/docs/dashboard#billing",
  team: "/docs/dashboard#team",
  audit: "/docs/dashboard#audit-log",
  settings: "/docs/dashboard#settings",
} as const;
