import { createSecretKey } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readRefusedWrite } from "#app/_ui/refused-write.rules.ts";
import { readTypedPage } from "#app/(dashboard)/dashboard/connect/_lib/typed-page.rules.ts";
import { inFull } from "#tests/support/full.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Otherwise a quarter of the text, in a quarter of the time: what is quadratic takes fifty times that. */
const [BYTES, MAX_MS] = [inFull(64, 16) * 1024, inFull(10, 2.5)];

/** What brings a regular expression, or a loop in a loop, to its knees when there is much of it. */
const UNITS = [
  ..." \t\r\n=%&;:,.-_/\\\"'“[](){}<>@#?!*+$|~^`0aA\u0000\u00a0\u200d\ud83d\udc00ß",
  "%20",
  "%ff",
  "%%",
  "; ",
  ", ",
  "a.",
  "a-",
  "a=",
  "a:",
  "1:",
  "1.",
  "::",
  "--",
  "//",
  "./",
  "&a=",
  "=?",
  ";q=0",
  "\r\n",
  "\\n",
  '","',
  "en,",
  "a@",
  "ab ",
] as const;

const unit = fc.array(fc.constantFrom(...UNITS), { minLength: 1, maxLength: 3 }).map((units) => units.join(""));
const edge = fc.constantFrom("", "!", "a", "0", " ", '"', "https://", "https://a", "a@", "\n", ".", "::", "{", "/");

/** 64 KB of something short again and again, between something else. */
const hostile = fc.record({ before: edge, again: unit, after: edge });

/** The processor's time, not the clock's, and the best of ten: a machine that is busy makes nothing quadratic. */
const cpuUsage = process.threadCpuUsage ?? process.cpuUsage;

function msOf(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 10 && best >= MAX_MS; run += 1) {
    const began = cpuUsage();
    work();
    const { user, system } = cpuUsage(began);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

function expectLinear(name: string, work: (text: string) => unknown, numRuns: number): void {
  fc.assert(
    fc.property(hostile, ({ before, again, after }) => {
      const text = before + again.repeat(Math.floor(BYTES / again.length)) + after;
      expect(
        msOf(() => work(text)),
        name,
      ).toBeLessThan(MAX_MS);
    }),
    { numRuns, endOnFailure: true },
  );
}

const sources = ["app", "server", "lib", "db"]
  .flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" }).map((file) => `${room}/${file}`),
  )
  .concat("proxy.ts")
  .filter((file) => /\.tsx?$/.test(file));

const LITERAL =
  /(?<=[=(,:[!&|?\s]|=>)\/(?![*/ ])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)(?=[.,;)\]\s])/g;

/** Every regular expression of ours, but of what only the operator writes. */
const patterns = new Map(
  sources
    .filter(
      (file) =>
        ![
          "lib/runtime/admin-settings.ts",
          "lib/runtime/settings.ts",
          "lib/eid/logos.ts",
          "lib/eid/settings.ts",
        ].includes(file),
    )
    .flatMap((file) =>
      readFileSync(join(ROOT, file), "utf8")
        .split("\n")
        .filter((line) => !/^\s*(?:\*|\/\/|\/\*|import )/.test(line))
        .flatMap((line) => [...line.matchAll(LITERAL)])
        .map(([, source = "", flags = ""]) => [`${file} /${source}/${flags}`, new RegExp(source, flags)] as const),
    ),
);

test("the regular expressions are found", () => {
  expect(patterns.size).toBeGreaterThan(60);
  expect([...patterns.keys()]).toContain("lib/domains/domain.ts /:\\d*$/");
});

test.for([...patterns])("%s takes less than 10 ms for 64 KB of anything", ([name, pattern]) => {
  expectLinear(
    name,
    (text) => {
      pattern.lastIndex = 0;
      return pattern.global ? text.replaceAll(pattern, "") : pattern.test(text);
    },
    120,
  );
});

const headers = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, "~");

/** Every function that reads what strangers write, by its file: with whatever they write in the place where they write it. */
const { isDecodable } = await import("#lib/base/decodable.rules.ts");
const { readEmail } = await import("#lib/base/email.rules.ts");
const { readHost } = await import("#lib/domains/domain.ts");
const { isTyped, readLine, readLines } = await import("#lib/base/text.ts");
const { readLabel } = await import("#lib/keys/key-settings.ts");
const { readName } = await import("#lib/organizations/organization.ts");
const { isKnown } = await import("#app/_http/published.ts");
const { isUuid } = await import("#lib/base/text.ts");
const { cookiesIn } = await import("#lib/runtime/cookie.ts");
const { boundaryOf, formParts } = await import("#server/form-parts.rules.ts");
const { faultOf } = await import("#lib/observe/log.ts");
const { isPublic } = await import("#lib/domains/network.ts");
const { callerOf } = await import("#lib/limits/caller.ts");
const { asRequest } = await import("#lib/observe/request-context.ts");
const { readTrustedProxies } = await import("#lib/runtime/trusted-proxies.ts");
const { decryptId } = await import("#lib/crypto/opaque-id.ts");
const { agesFromClaims, meetsAll, signedInAt } = await import("#lib/eid/claims.rules.ts");
const { isPack } = await import("#lib/eid/packs.rules.ts");
const audit = await import("#app/(dashboard)/dashboard/audit/_lib/filter.rules.ts");
const activity = await import("#lib/activity/check-filter.rules.ts");
const references = await import("#lib/crypto/reference.rules.ts");
const ledger = await import("#lib/billing/ledger-filter.rules.ts");
const { readAction } = await import("#lib/core/audit.rules.ts");
const { browserOf } = await import("#lib/sign-in/browser.rules.ts");
const { readColour } = await import("#lib/organizations/contrast.rules.ts");
const { isCurrency } = await import("#lib/billing/currency.rules.ts");
const { flawOfDeviceId } = await import("#lib/verification/device-id.rules.ts");
const { readDocumentNumber } = await import("#lib/billing/invoice-text.rules.ts");
const { answerText } = await import("#lib/domains/advice.rules.ts");
const { diagnosisOf, isReserved } = await import("#lib/domains/proof.rules.ts");
const { flawOfLoad, isNavigation } = await import("#lib/verification/fetch-metadata.rules.ts");
const { readImage } = await import("#lib/organizations/image.rules.ts");
const { inAppBrowserOf } = await import("#lib/verification/in-app-browser.rules.ts");
const { readBearer } = await import("#lib/keys/plugin-key.rules.ts");
const { firstOfOurs, readLanguage } = await import("#lib/core/language.rules.ts");
const { readAmount } = await import("#lib/billing/money.rules.ts");
const { readPeriod } = await import("#lib/base/time.rules.ts");
const { isKeyBeginning, readPluginKey } = await import("#lib/keys/plugin-key.rules.ts");
const hosts = await import("#lib/base/host.rules.ts");
const returnUrl = await import("#lib/core/return-url.rules.ts");
const { readMinimumAge } = await import("#lib/core/age.rules.ts");
const { parseIsoDate } = await import("#lib/core/birth-date.rules.ts");
const { timeOfSignIn } = await import("#lib/sign-in/sign-in.rules.ts");
const { isProbe } = await import("#lib/limits/doctor-probe.ts");
const { readTraceparent } = await import("#lib/observe/trace-context.ts");
const { csvOf } = await import("#lib/base/csv.ts");
const { argumentsIn } = await import("#app/_http/api-path.ts");
const { nextPath } = await import("#app/_http/origin.ts");
const { readRefused } = await import("#app/api/_lib/refused-call.ts");
const { isOpen } = await import("#app/(dashboard)/dashboard/_layout/open-page.ts");
const { readShownDays } = await import("#app/(dashboard)/dashboard/_overview/overview.rules.ts");
const { readRefusedAsked } = await import("#app/(dashboard)/dashboard/checks/_lib/addresses.ts");
const { acceptedIn } = await import("#app/verify/_lib/language.ts");
const { isOfDocs } = await import("#app/(docs)/_docs/addresses.ts");
const { fastRouteOf } = await import("#server/fast-routes.ts");
const { malformedRequestOf } = await import("#server/malformed-request.ts");
const action = await import("#server/action-body.rules.ts");
const write = await import("#server/write-guard.rules.ts");

const BUILT = { paths: [/^\/$/], actions: new Set(["0".repeat(42)]) };
const ACTION = `7f${"0".repeat(40)}`;
const part = (name: string, value: string) => ({ name, isFile: false, value: Buffer.from(value) });
const ORIGIN = "https://age.example";
const WRITE = { method: "POST", headers: { origin: ORIGIN }, hasSessionCookie: true };
const DAY = { year: 2026, month: 3, day: 8 };
const given = (text: string) => new URL(`https://age.example/${encodeURIComponent(text.toWellFormed())}`);
const asked = (name: string, value: string) => new Headers({ [name]: headers(value) });
const place = { source: "id_token", path: ["claim"] } as const;
const fetched = (text: string) => {
  const answer = { is: "records", values: [text] } as const;
  return [1, 2].map((n) => ({ server: String(n), record: answer, doubled: answer, bare: answer }));
};

const PARSERS: Record<string, (text: string) => unknown> = {
  isPack,
  isDecodable,
  readEmail,
  readHost,
  isTyped: (text) => [isTyped(text, "name"), isTyped("name", text)],
  readLine: (text) => readLine(text, 100),
  readLines: (text) => readLines(text, { maxLength: 1_000, maxLines: 10 }),
  readLabel,
  readName,
  isKnown: (text) => isKnown(text, '"a"'),
  isUuid,
  cookiesIn: (text) => cookiesIn(asked("Cookie", text)),
  boundaryOf: (text) => [boundaryOf(text), boundaryOf(`multipart/form-data; boundary=${text}`)],
  formParts: (text) => [
    formParts(Buffer.from(text), "x", 64),
    formParts(Buffer.from(`--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${text}`), "x", 64),
    formParts(Buffer.from(`--x\r\n${text}`), "x", 64),
    formParts(Buffer.from(text), text.slice(0, 70), 64),
  ],
  actionNamedIn: (text) => action.actionNamedIn([part(text, text), part("$ACTION_1:0", text)]),
  isPlainForm: (text) => {
    const [id, key] = [ACTION, part("$ACTION_KEY", `k${"0".repeat(32)}`)];
    const bound = part("$ACTION_1:0", `{"id":"${id}","bound":"$@1"}`);
    const parts = [part("$ACTION_REF_1", ""), bound, part("$ACTION_1:1", text), key];
    return [action.isPlainForm(id, parts), action.isPlainForm(id, [part(text, text), part(`$ACTION_1:0${text}`, "")])];
  },
  isCalledForm: (text) =>
    ["", "[", '["'].map((before) => action.isCalledForm(ACTION, [part(text, ""), part("0", before + text)])),
  isCalledWithTexts: (text) => [text, `["${text}"]`].map((one) => action.isCalledWithTexts("60", Buffer.from(one))),
  faultOf: (text) => faultOf(new Error(text)),
  isPublic,
  isReserved,
  callerOf: (text) =>
    asRequest({ peer: "192.0.2.1" }, () =>
      callerOf(asked("X-Forwarded-For", text), readTrustedProxies("192.0.2.1,1.1.1.1") ?? []),
    ),
  decryptId: (text) => decryptId("token", text, []),
  agesFromClaims: (text) =>
    (["iso_date", "int", "bool", "string_bool", "pair_colon"] as const).map((transform) =>
      agesFromClaims([{ ...place, path: ["claim"], transform }], { id_token: { claim: text }, userinfo: {} }, 18, DAY),
    ),
  meetsAll: (text) =>
    meetsAll([{ ...place, path: ["claim"], equals: "x" }], { id_token: { claim: text }, userinfo: {} }, 18),
  signedInAt: (text) => signedInAt({ ...place, path: ["claim"] }, { id_token: { claim: text }, userinfo: {} }, 18),
  readCheckFilter: (text) =>
    ["result", "provider", "age", "key", "host", "since", "until"].map((name) =>
      activity.readCheckFilter(new URLSearchParams({ [name]: text })),
    ),
  readChoice: (text) => audit.readChoice(new URLSearchParams({ person: text, thing: text, days: text })),
  readReference: references.readReference,
  readDay: activity.readDay,
  readRefusedAsked: (text) =>
    readRefusedAsked(new URLSearchParams({ days: text, since: text, until: text }), new Date()),
  readShownDays: (text) => readShownDays(new URLSearchParams({ since: text, until: text, days: text }), new Date()),
  readRefused: (text) =>
    [text, `/api/url_generator_b/${text}`].map((call) =>
      readRefused(
        new URLSearchParams({ reason: "rate_limited", reference: "BCDF2345", until: text, call }),
        null,
        ORIGIN,
      ),
    ),
  isOpen: (text) => isOpen("/dashboard/keys", text),
  readLedgerFilter: (text) => ledger.readLedgerFilter({ since: text, until: text, key: text, host: text }),
  readAction,
  browserOf,
  readColour,
  isCurrency,
  flawOfDeviceId,
  readDocumentNumber,
  answerText: (text) => answerText({ is: "records", values: [text] }),
  diagnosisOf: (text) => diagnosisOf(fetched(text), "expected"),
  flawOfLoad: (text) => flawOfLoad(asked("Sec-Purpose", text)),
  isNavigation: (text) => isNavigation(asked("Accept", text)),
  readImage: (text) => [
    readImage(Buffer.from(text)),
    readImage(Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(BYTES, 0xff)])),
  ],
  inAppBrowserOf,
  readBearer: (text) => [readBearer(text), readBearer(`Bearer ${text}`)],
  firstOfOurs: (text) => firstOfOurs(text.split(",")),
  acceptedIn,
  readLanguage,
  readAmount: (text) => readAmount(text, "EUR"),
  readPeriod,
  isKeyBeginning: (text) => [isKeyBeginning(text), isKeyBeginning(`pk_live_${text}`)],
  readPluginKey: (text) => [readPluginKey(text), readPluginKey(`pk_live_${text}`)],
  isProbe: (text) => {
    const keys = [createSecretKey(Buffer.alloc(32, 1))];
    return [isProbe(text, 0, keys), isProbe(`1700000000000.${text}`, 1_700_000_000_000, keys)];
  },
  readTraceparent: (text) => readTraceparent(`cc-${"1".repeat(32)}-${"2".repeat(16)}-01-${text}`),
  readReturnUrl: (text) => [returnUrl.readReturnUrl(text, true), returnUrl.readReturnUrl(`https://${text}`, false)],
  parseReturnUrl: returnUrl.parseReturnUrl,
  readTypedPage: (text) => [readTypedPage(text, true), readTypedPage(`shop.example/${text}`, false)],
  readRefusedWrite,
  isUtf8: returnUrl.isUtf8,
  originHost: hosts.originHost,
  isLoopback: hosts.isLoopback,
  isCovered: (text) => hosts.isCovered(text, [{ host: "shop.example", includeSubdomains: true }]),
  coveringHosts: (text) => hosts.coveringHosts(text),
  isDevelopmentHost: hosts.isDevelopmentHost,
  isAddress: hosts.isAddress,
  isPlainName: hosts.isPlainName,
  parseIsoDate,
  readMinimumAge,
  timeOfSignIn: (text) => timeOfSignIn(text, new Date()),
  csvOf: (text) => csvOf([text], []).next(),
  argumentsIn: (text) => argumentsIn(given(text)),
  nextPath: (text) => [nextPath(text), nextPath(`/dashboard?${text}`)],
  isOfDocs: (text) => isOfDocs(`/docs/${text}`),
  fastRouteOf: (text) => [
    fastRouteOf(`/${text}`),
    fastRouteOf(`/api/auth_check/${text}`),
    fastRouteOf(`/doctor/${text}`),
  ],
  malformedRequestOf: (text) => [malformedRequestOf("GET", `/${text}`), malformedRequestOf(text, "/")],
  judgeHead: (text) => [
    write.judgeHead({ ...WRITE, pathname: text }, BUILT, ORIGIN),
    write.judgeHead({ ...WRITE, pathname: `/dashboard/${text}` }, BUILT, ORIGIN),
    write.judgeHead(
      { ...WRITE, pathname: "/dashboard/account", headers: { origin: text, "next-action": text } },
      BUILT,
      ORIGIN,
    ),
  ],
  flawOfBody: (text) =>
    (["action", "fields"] as const).map((form) =>
      write.flawOfBody(
        { path: /^/, form, maxBytes: BYTES, needs: [] },
        { "content-type": form === "fields" ? "application/x-www-form-urlencoded" : "multipart/form-data; boundary=x" },
        Buffer.from(text),
        BUILT,
      ),
    ),
};

test.for(Object.entries(PARSERS))("%s takes less than 10 ms for 64 KB of anything", ([name, read]) => {
  expectLinear(name, read, 60);
});

/** What the operator or the house itself writes. */
const OURS_ONLY = new Set([
  "isOfTheRow",
  "isProxy",
  "isBeforeCounted",
  "readTrustedProxies",
  "readConfig",
  "isOutage",
  "isBaseUrl",
  "isRedisUrl",
  "readMailServer",
  "readDatabaseAddress",
  "readProvider",
  "readAtMost",
  "isSameOrigin",
  "isSettled",
  "readTokenId",
]);
const FROM_TEXT =
  /export (?:async )?function ((?:read|parse|flawOf|is)[A-Z]\w*)\(\s*\w+\??: (?:string|unknown|URLSearchParams|Headers|Uint8Array|Buffer|Record<string, string)/g;

test("every function that reads text is in this list", () => {
  const all = sources
    .filter((file) =>
      /^(?:lib\/.*\.rules\.ts$|lib\/(?:base|core|crypto|domains|limits|mail|observe|runtime)\/|lib\/organizations\/organization\.ts|app\/)/.test(
        file,
      ),
    )
    .flatMap((file) => [...readFileSync(join(ROOT, file), "utf8").matchAll(FROM_TEXT)].map(([, name = ""]) => name));
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((name) => !(name in PARSERS) && !OURS_ONLY.has(name))).toEqual([]);
});
