/**
 * Words that are not in the glossary (`docs/design/architecture.md`), each with the term to use instead. Their forms in -s, -ed
 * and -ing are found by `FORMS`; of *forgotten* and the like each stands here. *off*, *when*, *each*, *loaded*, *sharing*, *rule* and
 * *trace* were retired in one meaning only and are words of everybody, so that no test holds them.
 */
const RETIRED = new Map([
  ["adorn", "artifact"],
  ["alone", "isolated, single or quiet"],
  ["apart", "cooldown, or difference"],
  ["books", "invariants"],
  ["buyer", "billTo"],
  ["capability", "opaque id"],
  ["chance", "prng"],
  ["crowd", "load"],
  ["deed", "permission"],
  ["denial", "authorize"],
  ["desk", "dashboard"],
  ["door", "fast route, or server and next"],
  ["flood", "throttle"],
  ["fold", "disclosure"],
  ["forget", "purge, or retention"],
  ["forgotten", "purged"],
  ["frame", "layout"],
  ["front", "verify views"],
  ["gap", "dropped events"],
  // In the glossary as the term of the packages (`TERMS`); in the other rooms it was the lock of an organization.
  ["gate", "organization lock"],
  ["guest", "browser"],
  ["happened", "outcome"],
  ["held", "locked, or stored"],
  ["hosted", "verify"],
  ["house", "integration"],
  ["kept", "stored"],
  ["letter", "email"],
  ["lives", "ttl"],
  ["lobby", "centered layout"],
  ["look", "variant, branding or probe"],
  ["misfit", "malformed request"],
  ["most", "max"],
  ["nowhere", "not found"],
  ["office", "admin config"],
  ["owed", "due"],
  ["paper", "page"],
  ["press", "POST handler"],
  ["proven", "verified"],
  ["readers", "recipients"],
  ["road", "network"],
  ["said", "message"],
  ["say", "format"],
  ["says", "message"],
  ["screen", "layout, or page"],
  ["seat", "membership"],
  ["seen", "record step"],
  ["sheet", "invoice document"],
  ["spoil", "fault injection"],
  ["standing", "state"],
  ["tell", "notify"],
  ["ticket", "encrypted return URL"],
  ["tie", "bind"],
  ["told", "notified"],
  ["torture", "chaos"],
  ["trip", "authorization attempt"],
  ["turnstile", "concurrency limit"],
  ["untie", "unbind"],
  ["visit", "browser"],
  ["vouch", "verify manually"],
  ["walk", "verification facts"],
  ["watch", "poller, or alert"],
  ["ways", "actions"],
  ["within", "with timeout"],
  ["worth", "min"],
]);

/** What a retired word becomes in a plural, a past form or a gerund, and how to come back from it. */
const FORMS: readonly (readonly [ending: RegExp, base: string])[] = [
  [/e?s$/, ""],
  [/s$/, ""],
  [/ies$/, "y"],
  [/e?d$/, ""],
  [/d$/, ""],
  [/ing$/, ""],
  [/ing$/, "e"],
  [/ying$/, "ie"],
  [/(.)\1(?:ed|ing)$/, "$1"],
];

/** Words that are terms of a package or of a library, where its API or README has them; each room is the beginning of a path. */
const TERMS: readonly (readonly [words: readonly string[], rooms: readonly string[]])[] = [
  // `AgeGate` and `ageGate`: a page of a shop is gated. The dashboard shows the code for it.
  [
    ["gate"],
    [
      "packages/age-gate",
      "packages/php/",
      "packages/python/",
      "packages/server/",
      "examples/",
      "app/(dashboard)/dashboard/connect/_snippets/",
      "tests/packages/",
      "tests/integration/docs/blocks.test.ts",
      "tests/integration/examples/",
      "tests/e2e/age-gate",
      "tests/e2e/gate",
      "tests/e2e/support/age-gate",
      "tests/support/gated-shops.ts",
      "tests/support/next-shop.mjs",
    ],
  ],
  // `Visit` is an export of `@ageway/server` and of the package for PHP.
  [["visit"], ["packages/server/", "packages/php/", "tests/packages/"]],
  // `@ageway/doctor` walks a shop, and visits its pages.
  [
    ["walk", "visit"],
    [
      "packages/doctor/",
      "lib/shop-doctor/examination.ts",
      "tests/packages/doctor",
      "tests/integration/shop-doctor/",
      "tests/integration/examples/",
      "tests/support/doctor-report.ts",
    ],
  ],
  // Playwright presses keys, and a page of it has frames.
  [["press", "frame"], ["tests/e2e/"]],
  // The visitor of oxc's syntax tree.
  [["visit"], ["tests/support/imports.ts", "tests/support/names-in.ts", "tests/unit/texts.test.ts"]],
  // Classes, in a designer's words: the door that is our mark, the sheet that a page stands on, and what folds open on it.
  [["door", "sheet", "fold"], ["app/_ui/styles/"]],
  // Kubernetes drops the capabilities of a container.
  [["capability"], ["tests/unit/deploy/kubernetes.test.ts"]],
  // The five roads of `docs/design/architecture.md`.
  [["road"], ["tests/unit/docs/roads.test.ts"]],
];

/** Names of others that we must write as they are, and words that mean in these what they mean everywhere. */
const ALLOWED = new Set([
  // The alphabets of references and keys.
  "LETTERS",
  "randomLetters",
  // A bound, in the words of everybody.
  "readAtMost",
  "read-at-most",
  // The space between lines of text, as PDFKit calls it.
  "LINE_GAP",
  "lineGap",
  // A drawer that slides in, as shadcn calls it.
  "MenuSheet",
  "menu-sheet",
  // When a browser was last seen: in these three words it is everybody's term.
  "lastSeenAt",
  "last_seen_at",
  // A page of the visitor's, and its reason on the wire: the link's record is gone.
  "forgotten",
  // A frame of a stack or of a JPEG.
  "stackFrame",
  "frames",
  "framesOf",
  "isFrameHeader",
  // The pages of ours that a shop sends its visitors to, as the field calls them.
  "hosted-flow",
  // Of a browser's `window` and `document`.
  "screenX",
  "screenY",
  "requestAnimationFrame",
  "CSSStyleSheet",
  "adoptedStyleSheets",
  "styleSheets",
]);

/** `file`: where the name is. */
export function retiredIn(name: string, file = ""): string[] {
  if (ALLOWED.has(name)) return [];
  const terms = TERMS.flatMap(([words, rooms]) => (rooms.some((room) => file.startsWith(room)) ? words : []));
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => basesOf(word).find((base) => RETIRED.has(base)))
    .flatMap((base) => (base === undefined || terms.includes(base) ? [] : [`${base} → ${RETIRED.get(base)}`]));
}

/** The word itself, and what it may be a form of. */
function basesOf(word: string): string[] {
  return [word, ...FORMS.filter(([ending]) => ending.test(word)).map(([ending, base]) => word.replace(ending, base))];
}
