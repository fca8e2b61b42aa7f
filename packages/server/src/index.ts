export { type Ageway, type Config, createAgeway, type Question, type Start } from "./ageway.ts";
export type { Started, WhyNotStarted } from "./link.ts";
export type { Checked, MinimumAge, WhyNotAllowed } from "./proof.ts";
