import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Program, parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const SOURCES = ["app", "lib", "db", "cli", "scripts", "sandbox", "bench"];
/** Names that Next.js reads in any file of `app`. */
const NAMED_BY_NEXT = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|config|dynamic|metadata)$/;

/** Words that are not in the glossary (`docs/design/architecture.md`), each with the term to use instead. */
const RETIRED: Record<string, string> = {
  adorn: "artifact",
  buyer: "billTo",
  crowd: "load",
  deed: "permission",
  denial: "authorize",
  desk: "dashboard",
  door: "fast route, or server and next",
  doors: "fast route, or server and next",
  flood: "throttle",
  fold: "disclosure",
  forget: "purge",
  forgets: "purge",
  forgetting: "retention",
  forgotten: "purged",
  gap: "dropped events",
  gaps: "dropped events",
  gate: "organization lock",
  guest: "browser",
  happened: "outcome",
  held: "locked, or stored",
  hosted: "verify",
  house: "integration",
  kept: "stored",
  letter: "email",
  letters: "emails",
  lives: "ttl",
  lobby: "centered layout",
  look: "variant, branding or probe",
  looked: "probed",
  looks: "variants, branding or probes",
  misfit: "malformed request",
  most: "max",
  nowhere: "not found",
  office: "admin config",
  owed: "due",
  paper: "page",
  press: "POST handler",
  proven: "verified",
  readers: "recipients",
  road: "network",
  said: "message",
  say: "format",
  says: "message",
  seat: "membership",
  seated: "membership",
  seen: "record step",
  sheet: "invoice document",
  spoil: "fault injection",
  standing: "state",
  tell: "notify",
  ticket: "encrypted return URL",
  tie: "bind",
  told: "notified",
  torture: "chaos",
  trip: "authorization attempt",
  turnstile: "concurrency limit",
  untie: "unbind",
  visit: "browser",
  vouch: "verify manually",
  vouched: "verified manually",
  vouches: "verifies manually",
  walk: "verification facts",
  watch: "poller, or alert",
  ways: "actions",
  within: "with timeout",
};

/** Names of others that we must write as they are, and words that mean in these what they mean everywhere. */
const ALLOWED = new Set([
  // The verb of `@ageway/doctor`.
  "walk",
  // The alphabets of references and keys.
  "LETTERS",
  "randomLetters",
  // A bound, in the words of everybody.
  "readAtMost",
  "read_at_most",
  // The space between lines of text, as PDFKit calls it.
  "LINE_GAP",
  "lineGap",
  // A drawer that slides in, as shadcn calls it.
  "MenuSheet",
  "menu_sheet",
  // When a browser was last seen: in these three words it is everybody's term.
  "lastSeenAt",
  // A page of the visitor's, and its reason on the wire: the link's record is gone.
  "forgotten",
]);

const FILES = SOURCES.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" }).map((name) => `${room}/${name}`),
).filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !name.endsWith(".d.ts"));

/** Each file is parsed once. */
const NAMES = FILES.map((file) => namesIn(file));

test("no identifier, file and log event is called by a retired word", () => {
  const found = NAMES.flatMap(({ file, identifiers }) => [
    ...identifiers.flatMap((name) => retiredIn(name).map((word) => `${file}: ${name} (${word})`)),
    ...file
      .split("/")
      .flatMap((part) => retiredIn(part.replace(/\..*$/, "").replaceAll("-", "_")))
      .map((word) => `${file} (${word})`),
  ]);
  expect([...new Set(found)]).toEqual([]);
});

test("a retired word is found in a name of several", () => {
  expect(retiredIn("standingOf")).toEqual(["standing → state"]);
  expect(retiredIn("MOST_KEYS")).toEqual(["most → max"]);
  expect(retiredIn("understanding")).toEqual([]);
});

test("no exported name is defined twice", () => {
  const places = Map.groupBy(
    NAMES.flatMap(({ file, exports }) => exports.map((name) => ({ file, name }))),
    ({ name }) => name,
  );
  const twice = [...places].filter(([name, all]) => all.length > 1 && !NAMED_BY_NEXT.test(name));
  expect(twice.map(([name, all]) => [name, ...all.map(({ file }) => file)])).toEqual([]);
});

test("exported names are found", () => {
  expect(namesIn("lib/core/result.ts").exports.toSorted()).toEqual(["Refused", "Result", "refuse"]);
});

function retiredIn(name: string): string[] {
  if (ALLOWED.has(name)) return [];
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").replaceAll(/([A-Z])([A-Z][a-z])/g, "$1_$2");
  return words
    .toLowerCase()
    .split("_")
    .flatMap((word) => (Object.hasOwn(RETIRED, word) ? [`${word} → ${RETIRED[word]}`] : []));
}

/** Every name that a file declares or uses, with the names of the events that it logs, and those that it exports. */
function namesIn(file: string) {
  const { program } = parseSync(file, readFileSync(join(ROOT, file), "utf8"));
  return { file, identifiers: identifiersOf(program), exports: exportsOf(program) };
}

function identifiersOf(program: Program): string[] {
  const names = new Set<string>();
  const add = ({ name }: { name: string }) => void names.add(name);
  new Visitor({
    Identifier: add,
    JSXIdentifier: add,
    PrivateIdentifier: add,
    Property({ key, value }) {
      if ("name" in key && key.name === "event" && value.type === "Literal") names.add(String(value.value));
    },
  }).visit(program);
  return [...names];
}

function exportsOf(program: Program): string[] {
  return program.body.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration" || node.declaration === null) return [];
    const { declaration } = node;
    if (declaration.type === "VariableDeclaration")
      return declaration.declarations.flatMap(({ id }) => ("name" in id ? [id.name] : []));
    return "id" in declaration && declaration.id && "name" in declaration.id ? [declaration.id.name] : [];
  });
}
