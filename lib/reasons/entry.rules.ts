/**
 * `mend`: somebody at the shop can end it. `passing`: it ends by itself, or by the operator. `chosen`: a setting does this on
 * purpose.
 */
export type Severity = "mend" | "passing" | "chosen";

/**
 * Holds what a member reads of a code in the record. `title`: names it in a list. `step`: names it among the steps of a
 * check, where that is not the title; `{eid}` stands for the eID's name. `remedy`: the button that mends it; `{host}` and
 * `{key}` in its address stand for the event's.
 */
export type ExplanationEntry = {
  title: string;
  step?: string;
  words: string;
  fix?: string;
  remedy?: { action: string; link: string };
  severity?: Severity;
};

/** The button of what a change of the shop's code mends. */
export const CODE = { action: "See the working call", link: "/dashboard/connect" };

/** A sentence of these tables where nothing marks code, as in JSON. */
export function plainText(sentence: string): string {
  return sentence.replaceAll("`", "");
}

/** Lists who can end a reason, in the order in which integrators read of them. */
export const MENDERS = ["developer", "owner", "visitor", "nobody", "operator"] as const;
export type Mender = (typeof MENDERS)[number];

/**
 * Holds what an integrator reads of a reason. `causes`: those that are likely, beside its details. `note`: what one must
 * know beside. What is typed stands between backticks.
 */
type Read = { status: number; mender: Mender; causes?: readonly string[]; note?: string };

/**
 * Differs from a call that is accepted. `path`: the whole of it, with `{key}` and `{device}` in it. `detail`: the cause that it
 * shows. `wait`: the seconds of its `Retry-After`.
 */
type RefusedCall = {
  method?: string;
  path?: string;
  mode?: "live";
  device?: string;
  age?: string;
  domain?: string | null;
  headers?: Readonly<Record<string, string>>;
  detail?: string;
  wait?: string;
};

/**
 * A reason of the API. `page`: what a visitor sees whose browser navigated to the generator. `details`: the causes that
 * `Ageway-Detail` tells apart; it never repeats what the caller sent. `fixes`: what to do about one of them, where that is not
 * the `fix` of all. `example`: a call that is refused for it; without it the call is right, and the facts refuse it.
 */
export type ApiReason = Read &
  ExplanationEntry & {
    page?: string;
    fix: string;
    isOfLiveKeys?: true;
    details?: Readonly<Record<string, string>>;
    fixes?: Readonly<Record<string, string>>;
    example?: RefusedCall;
  };

/**
 * A page on which a visitor's check cannot go on. `leavesWithToken`: the visitor goes home from it with a token, so that the shop's
 * backend hears a no. The texts stand here where the record has none, or others for members.
 */
export type PageReason = Read & { leavesWithToken?: true; title?: string; words?: string; fix?: string };
