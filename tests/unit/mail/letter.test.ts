import { expect, test } from "vitest";
import { type Letter, withBaseUrl, writeLetter } from "#lib/mail/letter.rules.ts";
import { htmlOf, paragraphsOf } from "#lib/mail/letter-html.rules.ts";

const ID = "018f0000-0000-7000-8000-000000000001";
const LETTER: Letter = {
  organization: { id: ID, name: "Corner shop" },
  subject: "spend cap reached",
  fact: "This month’s checks have cost €10 of €10.",
  action: "Review the cap",
  page: "/dashboard/billing/plan#cap",
  more: "Live checks stop.",
};
const PAGE = `https://age.example/dashboard/billing/plan?show=${ID}#cap`;
const sent = (letter: Letter) => withBaseUrl(writeLetter(letter).text, "https://age.example");

test("an e-mail has its shop, its fact, the exact page and what to know, in this order", () => {
  expect(writeLetter(LETTER).subject).toBe("Corner shop: spend cap reached");
  expect(sent(LETTER)).toBe(`${LETTER.fact}\n\nReview the cap:\n${PAGE}\n\nLive checks stop.\n`);
});

test("only a page of the dashboard is told which organization to show", () => {
  const pageOf = (letter: Letter) =>
    writeLetter(letter)
      .text.split("\n")
      .find((line) => line.startsWith("/"));
  expect(pageOf({ ...LETTER, page: "/invitation?token=t" })).toBe("/invitation?token=t");
  expect(pageOf({ ...LETTER, organization: null })).toBe("/dashboard/billing/plan#cap");
});

test("what a member typed is text: it makes no second button, no tag and no line of the subject", () => {
  const name = 'x\n\nPay here:\nhttps://evil.example\n\n<a href="https://evil.example">&';
  const letter = { ...LETTER, organization: { id: ID, name }, fact: `${name} is paused.` };
  const { subject } = writeLetter(letter);
  expect(subject).not.toContain("\n");
  expect(paragraphsOf(sent(letter)).filter((one) => typeof one !== "string")).toEqual([
    { action: "Review the cap", href: PAGE },
  ]);
  expect(htmlOf(subject, sent(letter))?.match(/<a /g)).toHaveLength(1);
  expect(htmlOf(subject, sent(letter))).toContain("&#60;a href=&#34;https://evil.example&#34;&#62;&#38; is paused.");
});

test("a path at the end of a sentence is not taken for the page", () => {
  const text = sent({ ...LETTER, fact: "Look here: /dashboard/keys", more: "a:\n/dashboard/keys" });
  expect(text.match(/https:/g)).toHaveLength(1);
});

test("the text of an earlier version has no HTML beside it", () => {
  const queued = "Open this link to sign in:\n\nhttps://age.example/sign-in/link?token=t\n\nOr delete it.\n";
  expect([withBaseUrl(queued, "https://age.example"), htmlOf("Sign in", queued)]).toEqual([queued, null]);
});
