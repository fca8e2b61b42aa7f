import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const inFolder = (folder: string, form: RegExp) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((name) => form.test(name));

/** Where e-mails are written. */
const EMAILS = [
  "lib/billing/alerts.ts",
  "lib/billing/close-months.ts",
  "lib/billing/plan-email.ts",
  "lib/billing/stripe/follow.ts",
  "lib/domains/recheck.ts",
  "lib/organizations/invitation.ts",
  "lib/organizations/member.ts",
  "lib/sign-in/code.ts",
  "lib/sign-in/email.ts",
  "lib/verification/brake.ts",
];
const PAGES = inFolder("app/(dashboard)", /\.tsx$|actions\.ts$/);
const EXPLAINED = [
  ...inFolder("lib/activity", /\/expla\w+[\w-]*\.rules\.ts$/),
  ...inFolder("lib/reasons", /\.rules\.ts$/),
];
const WORDINGS = inFolder("lib", /\/wording\.ts$/);
const READ = [...WORDINGS, ...EXPLAINED, "lib/core/audit.rules.ts", ...EMAILS, ...PAGES];
const COMMAND = inFolder("cli", /\.ts$/);

/** What no text says, each with what to write instead. */
const NEVER: readonly (readonly [string, RegExp])[] = [
  ["the letter of a provider: name the eID", /\bproviders? [sb]\b/i],
  // A key is known by how it begins.
  ["snake_case outside code", /\b(?!pk_)[a-z]+_[a-z]/],
  ["an amount as programs store it", /\bminor\b/i],
  ["a time as programs write it", /\d{4}-\d\d-\d\dT\d/],
  ["two spaces", /\S {2,}\S/],
];
/** The command prints to terminals, and its texts are typed by hand: there quotes are straight. */
const TYPOGRAPHIC: typeof NEVER = [
  ["a straight apostrophe", /\w'\w|\w'(?:\s|$)/],
  ["a straight quote", /(?:^|\s)"\w|\w"(?:\s|$|[.,:;])/],
];

const isText = (text: string) => /[A-Za-z]{2,}\s+\S*[a-z]/.test(text);

test.for(READ)("%s is written for people", (file) => {
  expect(flawsIn(file, [...NEVER, ...TYPOGRAPHIC])).toEqual([]);
});

test.for(COMMAND)("%s is written for operators", (file) => {
  expect(flawsIn(file, NEVER)).toEqual([]);
});

test("no reason has words in two rooms", () => {
  const reasons = WORDINGS.flatMap((file) => [...readFileSync(join(ROOT, file), "utf8").matchAll(/^ {2}(\w+): \{/gm)]);
  const names = reasons.map(([, name]) => name);
  expect(names).toContain("key_unknown");
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test("every file that writes an e-mail is held to this", () => {
  const writers = inFolder("lib", /\.ts$/).filter((file) =>
    /\b(?:emailBilling|postMail|sendMail|sendNow)\(/.test(readFileSync(join(ROOT, file), "utf8")),
  );
  const carriers = ["lib/billing/billing-email.ts", "lib/mail/mail.ts", "lib/mail/outbox.ts"];
  expect(writers.filter((file) => !EMAILS.includes(file) && !carriers.includes(file))).toEqual([]);
});

test.for([
  ["Age checks, provider s", 1],
  ["Ask auth_check again", 1],
  ["Ask `auth_check` again", 0],
  ["a cap of 250 minor units", 1],
  ["The key's last secret", 1],
  ["The key’s last secret", 0],
  ['The key "Till" is paused', 1],
  ["Since 2026-11-01T10:00:00Z today", 1],
  ["One  word", 1],
] as const)("%j has %i flaws", ([text, flaws]) => {
  expect([...NEVER, ...TYPOGRAPHIC].filter(([, form]) => form.test(withoutCode(text)))).toHaveLength(flaws);
});

function flawsIn(file: string, forms: typeof NEVER): string[] {
  return textsOf(file).flatMap((text) =>
    forms.filter(([, form]) => form.test(withoutCode(text))).map(([what]) => `${what}: ${text}`),
  );
}

function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, "code");
}

/** The sentences of a file: its strings, its templates and what stands between its tags, without what is only code. */
function textsOf(file: string): string[] {
  const found: string[] = [];
  /** Where names of classes, and scripts, begin. */
  const code = new Set<number>();
  let depth = 0;
  new Visitor({
    JSXAttribute: ({ name, value }) => void (name.name === "className" && value && code.add(value.start)),
    Property: ({ key, value }) => void ("name" in key && /className$/i.test(String(key.name)) && code.add(value.start)),
    VariableDeclarator: ({ id, init }) =>
      void ("name" in id && id.name.endsWith("_SCRIPT") && init && code.add(init.start)),
    Literal: ({ value, start }) => void (typeof value === "string" && !code.has(start) && found.push(value)),
    TemplateLiteral: ({ quasis, start }) =>
      void (code.has(start) || found.push(quasis.map(({ value }) => value.cooked ?? "").join("…"))),
    JSXText: ({ value }) => void (depth === 0 && found.push(value.replaceAll(/\s+/g, " "))),
    JSXElement({ openingElement: { name } }) {
      if (isCode(name)) depth += 1;
    },
    "JSXElement:exit"({ openingElement: { name } }) {
      if (isCode(name)) depth -= 1;
    },
  }).visit(parseSync(file, readFileSync(join(ROOT, file), "utf8")).program);
  return found.filter(isText);
}

function isCode(name: { type: string; name?: unknown }): boolean {
  return name.type === "JSXIdentifier" && name.name === "code";
}
