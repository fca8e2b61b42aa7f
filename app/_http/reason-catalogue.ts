import { explanationOf } from "#lib/activity/explanation.rules.ts";
import type { ApiReason, Mender, PageReason } from "#lib/reasons/entry.rules.ts";
import { PAGES } from "#lib/reasons/pages.rules.ts";
import { REASONS, type Reason } from "#lib/reasons/reason.rules.ts";

/** A reason of the API, or the code of a page on which a visitor’s check cannot go on. */
export type ReasonCode = Reason | keyof typeof PAGES;

const TABLE: Readonly<Record<ReasonCode, Entry>> = { ...PAGES, ...REASONS };

type Entry = PageReason & Partial<ApiReason>;

/** A reason with everything that we say about it to integrators. */
export type ReasonText = Omit<Entry, "details"> & {
  code: ReasonCode;
  title: string;
  words: string;
  fix: string;
  details: readonly (readonly [string, string])[];
};

/** Takes the texts of a page that it does not have from the record; `null`: there is no such reason. */
export function reasonText(code: string): ReasonText | null {
  if (!isReasonCode(code)) return null;
  const { title, words, fix } = explanationOf({ kind: "step", code, host: null });
  const { details = {}, ...own } = TABLE[code];
  const causes = code === "token_unknown" ? TOKEN_DETAILS : Object.entries(details);
  return { code, title, words, fix: fix ?? "", ...own, details: causes };
}

export function reasonsOf(mender: Mender): ReasonText[] {
  const codes = Object.keys({ ...REASONS, ...PAGES });
  return codes.flatMap((code) => reasonText(code) ?? []).filter((reason) => reason.mender === mender);
}

function isReasonCode(code: string): code is ReasonCode {
  return Object.hasOwn(TABLE, code);
}

/** Lists which causes of an unknown token the record tells apart. */
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
