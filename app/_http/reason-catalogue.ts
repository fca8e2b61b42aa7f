import { codesOf, explanationOf } from "#lib/activity/explanation.rules.ts";
import type { Causes } from "./reason-causes/causes.ts";
import { OF_THE_DEVELOPER } from "./reason-causes/developer.ts";
import { OF_NOBODY } from "./reason-causes/nobody.ts";
import { OF_THE_OPERATOR } from "./reason-causes/operator.ts";
import { OF_THE_OWNER } from "./reason-causes/owner.ts";
import { OF_THE_VISITOR } from "./reason-causes/visitor.ts";
import { DETAILS, type PAGE_STATUS, type Reason } from "./reasons.ts";

/** A reason of the API, or the code of a page on which a visitor’s check cannot go on. */
export type ReasonCode = Reason | keyof typeof PAGE_STATUS;

/** Who can end a reason, and the reasons of each. */
const BY_MENDER = {
  developer: OF_THE_DEVELOPER,
  owner: OF_THE_OWNER,
  visitor: OF_THE_VISITOR,
  nobody: OF_NOBODY,
  operator: OF_THE_OPERATOR,
} as const;

export type Mender = keyof typeof BY_MENDER;

const CAUSES = {
  ...OF_THE_DEVELOPER,
  ...OF_THE_OWNER,
  ...OF_THE_VISITOR,
  ...OF_NOBODY,
  ...OF_THE_OPERATOR,
} as const satisfies Record<ReasonCode, Causes>;

export const MENDERS = Object.keys(BY_MENDER) as Mender[];

/**
 * What is typed stands between backticks. `details`: the causes that `Ageway-Detail` tells apart. `fixes`: for some of them, in
 * place of `fix`. `causes`: the others that are likely.
 */
export type ReasonText = {
  code: ReasonCode;
  mender: Mender;
  title: string;
  words: string;
  fix: string;
  fixes: Readonly<Record<string, string>>;
  details: readonly (readonly [string, string])[];
  causes: readonly string[];
  note: string | null;
};

/** Everything that we say about a reason to integrators; `null`: there is no such reason. */
export function reasonText(code: string): ReasonText | null {
  if (!isReasonCode(code)) return null;
  const mender = MENDERS.find((one) => Object.hasOwn(BY_MENDER[one], code)) ?? "developer";
  const own: Causes = CAUSES[code];
  const { title, words, fix } = recordedText(code);
  const details = code in DETAILS ? Object.entries(own.details ?? {}) : [];
  return {
    code,
    mender,
    title: own.title ?? title,
    words: own.words ?? words,
    fix: own.fix ?? fix ?? "",
    fixes: own.fixes ?? {},
    details: code === "token_unknown" ? TOKEN_DETAILS : details,
    causes: own.causes ?? [],
    note: own.note ?? null,
  };
}

export function reasonsOf(mender: Mender): ReasonText[] {
  return Object.keys(BY_MENDER[mender]).flatMap((code) => reasonText(code) ?? []);
}

/** A sentence of the catalogue where nothing marks code, as in JSON. */
export function plainText(sentence: string): string {
  return sentence.replaceAll("`", "");
}

function isReasonCode(code: string): code is ReasonCode {
  return Object.hasOwn(CAUSES, code);
}

/** What the activity record says of it, as a call, a step of the visitor or a token check. */
function recordedText(code: ReasonCode) {
  const kind = (["call", "step", "check"] as const).find((one) => codesOf(one).includes(code)) ?? "call";
  return explanationOf({ kind, code, host: null });
}

/** Which causes of an unknown token the record tells apart. */
const CAUSES_OF_UNKNOWN_TOKEN = [
  "token_expired",
  "device_differs",
  "already_redeemed",
  "test_key_missing",
  "test_key_differs",
  "mode_differs",
  "plugin_key_unknown",
  "not_finished",
];
const TOKEN_DETAILS = CAUSES_OF_UNKNOWN_TOKEN.map((code) => {
  const { words, fix } = explanationOf({ kind: "check", code, host: null });
  return [code, `${words}. ${fix}`] as const;
});
