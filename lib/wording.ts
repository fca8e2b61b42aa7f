import { GATE_TEST_WORDING } from "#lib/gate-test/wording.ts";
import type { Refused } from "./base/result.ts";
import { BILLING_WORDING } from "./billing/wording.ts";
import { type OnPage, SHARED_WORDING, type Wording } from "./core/wording.ts";
import { DOMAIN_WORDING } from "./domains/wording.ts";
import { KEY_WORDING } from "./keys/wording.ts";
import { ORGANIZATION_WORDING } from "./organizations/wording.ts";
import { RETENTION_WORDING } from "./retention/wording.ts";
import { SIGN_IN_WORDING } from "./sign-in/wording.ts";
import { TEST_CHECK_WORDING } from "./verification/wording.ts";

/** The words of every reason with which a verb of a member or of the operator refuses. Each room has the table of its own. */
const WORDING = {
  ...SHARED_WORDING,
  ...BILLING_WORDING,
  ...DOMAIN_WORDING,
  ...KEY_WORDING,
  ...ORGANIZATION_WORDING,
  ...RETENTION_WORDING,
  ...GATE_TEST_WORDING,
  ...SIGN_IN_WORDING,
  ...TEST_CHECK_WORDING,
} as const;

type Reason = keyof typeof WORDING;

/** Those that a member may meet. */
type PageReason = { [Name in Reason]: (typeof WORDING)[Name] extends { page: OnPage } ? Name : never }[Reason];

/** `fields`: the problem of each field, by the field’s name. */
type RefusalText = { heading: string; text?: string; signIn?: true; fields: Record<string, string> };

/** A refusal in the words of the dashboard. */
export function wordsOf(refused: Refused<PageReason>): RefusalText {
  const { heading, text, field, signIn }: OnPage = WORDING[refused.reason].page;
  return {
    heading,
    ...(text !== undefined && { text: filled(text, refused) }),
    ...(signIn && { signIn }),
    fields: field ? { [field]: heading } : {},
  };
}

/** A refusal in the words of the command. */
export function adviceOf(refused: Refused<Reason>): string {
  const { page, command }: Wording = WORDING[refused.reason];
  return filled(command ?? [page?.heading, page?.text].filter(Boolean).join(". "), refused);
}

function filled(words: string, facts: object): string {
  return words.replace(/\{(\w+)\}/g, (_, name) => String((facts as Record<string, unknown>)[name]));
}
