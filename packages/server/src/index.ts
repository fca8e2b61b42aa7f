export { type Ageway, type Config, createAgeway, type Question, type Start } from "./ageway.ts";
export type { ClosedAnswer, ClosedPage } from "./closed.ts";
export {
  createGate,
  createNodeGate,
  type Gated,
  type GateOptions,
  type NodeGateOptions,
  type NodeRequest,
  type Visit,
} from "./gate.ts";
export { keepPrivate, type NodeResponse, privately } from "./keep-private.ts";
export type { Started, WhyNotStarted } from "./link.ts";
export type { Match } from "./match.ts";
export type { Checked, MinimumAge, WhyNotAllowed } from "./proof.ts";
export { type SealedCookie, type SealedCookieOptions, sealedCookie } from "./sealed-cookie.ts";
export { begin, confirm, isConfirmed, type Session } from "./session.ts";
