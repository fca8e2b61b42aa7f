import { expect, test } from "vitest";
import { heardCheckIn, noVerdictOf, paneOf } from "#app/(dashboard)/dashboard/connect/_lib/pane-steps.ts";
import type { RecentEvent } from "#lib/activity/key-use.ts";

const FORMAT = {
  key: "pk_test_1",
  mode: "test" as const,
  timeOf: (at: Date) => at.toISOString().slice(11, 19),
  eidOf: (provider: string) => `eID ${provider}`,
  now: new Date(Date.UTC(2026, 10, 22, 12, 0, 30)),
  ttl: { linkMs: 600_000, flowMs: 600_000, tokenMs: 1_800_000 },
  answer: null,
};

/** Events in the order in which they happened, a second apart; the newest first, as they are read. */
function events(
  ...given: [kind: RecentEvent["kind"], code: string, reference?: string, ok?: boolean, check?: string | null][]
): RecentEvent[] {
  return given
    .map(([kind, code, reference = "AAAABBBB", ok = true, check = "AAAABBBB"], n) => ({
      ...{ kind, code, reference, ok, provider: "s" as const, minimumAge: 18 as const, host: "shop.example" },
      at: new Date(Date.UTC(2026, 10, 22, 12, 0, n)),
      checkReference: kind === "check" ? check : null,
    }))
    .toReversed();
}

const names = (rows: RecentEvent[]) =>
  paneOf(rows, FORMAT)
    .steps.toReversed()
    .map(({ state, name, at }) => [state, name, at].join(" "));

test("nothing has happened yet", () => {
  expect(paneOf([], FORMAT)).toEqual({ steps: [], answer: null, isConfirmed: false, claimed: null });
});

test("a check is told step by step, and what comes next", () => {
  expect(paneOf(events(["call", "accepted"], ["step", "opened"]), FORMAT).claimed).toBeNull();
  expect(paneOf(events(["call", "accepted"], ["step", "claimed"]), FORMAT).claimed).toBe("AAAABBBB");
  expect(names(events(["call", "accepted"]))).toEqual(["yes Link made 12:00:00", "wait Waiting for the visitor "]);
  expect(names(events(["call", "accepted"], ["step", "opened"], ["step", "claimed"])).slice(-2)).toEqual([
    "yes Went to eID s +2.0 s",
    "wait Waiting for eID s ",
  ]);
  expect(names(events(["call", "accepted"], ["step", "claimed"], ["step", "too_young"])).slice(-2)).toEqual([
    "plain Came back, too young +2.0 s",
    "wait Waiting for your backend to ask ",
  ]);
});

test.for<[string, Parameters<typeof events>, number, string]>([
  ["made", [["call", "accepted"]], 11, "plain Not finished"],
  [
    "at the eID",
    [
      ["call", "accepted"],
      ["step", "claimed"],
    ],
    11,
    "wait Waiting for eID s",
  ],
  [
    "at the eID",
    [
      ["call", "accepted"],
      ["step", "claimed"],
    ],
    21,
    "plain Not finished",
  ],
  [
    "back",
    [
      ["call", "accepted"],
      ["step", "too_young"],
    ],
    2,
    "wait Nobody has asked yet",
  ],
  [
    "back",
    [
      ["call", "accepted"],
      ["step", "too_young"],
    ],
    31,
    "plain Your backend did not ask",
  ],
  [
    "asked about",
    [
      ["call", "accepted"],
      ["step", "too_young"],
      ["check", "answered_no", "C"],
    ],
    31,
    "yes Your backend asked",
  ],
])("nothing is waited for in vain: a check that is %s", ([, given, minutes, last]) => {
  const now = new Date(+FORMAT.now + minutes * 60_000);
  const { state, name } = paneOf(events(...given), { ...FORMAT, now }).steps[0] ?? expect.fail();
  expect(`${state} ${name}`).toBe(last);
});

test("after a problem at the eID the visitor is on our page, until they go there again or go back", () => {
  const last = (...codes: string[]) =>
    names(events(["call", "accepted"], ...codes.map((code) => ["step", code] as ["step", string]))).at(-1);
  for (const problem of ["cancelled", "eid_timeout", "eid_no_age", "eid_refused", "eid_down"])
    expect(last("opened", "claimed", problem)).toBe("wait Waiting for the visitor to try again or go back ");
  expect(last("opened", "claimed", "cancelled", "tried_again")).toBe("wait Waiting for eID s ");
  expect(last("opened", "claimed", "cancelled", "went_back")).toBe("wait Waiting for your backend to ask ");
});

test("the newest is what the backend heard", () => {
  const rows = events(
    ["call", "accepted"],
    ["step", "claimed"],
    ["step", "confirmed"],
    ["check", "answered_yes", "CCCCDDDD"],
  );
  const heard = { age: null, verified: false, provider: "s", mode: "test", expires_at: "…" } as const;
  const { answer, isConfirmed, steps } = paneOf(rows, { ...FORMAT, answer: heard });
  expect([isConfirmed, steps[0]?.name, steps[0]?.text]).toEqual([
    true,
    "Your backend asked",
    "It heard the answer below.",
  ]);
  expect(JSON.parse(answer ?? "")).toEqual(heard);
  expect(heardCheckIn(rows)).toEqual({
    reference: "AAAABBBB",
    madeAt: new Date("2026-11-22T12:00:00Z"),
    heardAt: new Date("2026-11-22T12:00:03Z"),
  });
  // The check is dropped a day later.
  expect(paneOf(rows, FORMAT)).toMatchObject({ answer: null, isConfirmed: true });
  expect(paneOf(rows, FORMAT).steps[0]?.text).toBeNull();
  const no = events(["call", "accepted"], ["step", "too_young"], ["check", "answered_no", "C"]);
  expect(paneOf(no, FORMAT).isConfirmed).toBe(false);
  expect(heardCheckIn(no)?.reference).toBe("AAAABBBB");
  expect(heardCheckIn(events(["call", "accepted"], ["check", "device_differs", "C", false]))).toBeNull();
});

test("the five newest steps: refused calls with what mends them, and of other checks their call alone", () => {
  const rows = events(
    ["call", "domain_not_verified", "1", false],
    ["call", "accepted", "OLDOLDOL"],
    ["step", "opened", "OLDOLDOL"],
    ["call", "accepted"],
    ["call", "plugin_key_paused", "2", false],
    ["check", "token_unknown", "3", false, null],
  );
  const { steps } = paneOf(rows, FORMAT);
  expect(steps.map(({ name }) => name)).toEqual([
    "Waiting for the visitor",
    "Your backend asked, and was refused",
    "Refused: Key paused",
    "Link made",
    "Link made",
  ]);
  expect(steps.map(({ link }) => link?.name)).toEqual([
    undefined,
    "What this means",
    "Resume key",
    undefined,
    undefined,
  ]);
  expect(steps.map(({ reference }) => reference)).toEqual([null, null, "2", "AAAABBBB", "OLDOLDOL"]);
  expect(paneOf(rows.slice(-2), FORMAT).steps.at(-1)).toMatchObject({
    name: "Refused: Domain not verified",
    link: { name: "Verify domain" },
  });
});

test("of a live key calls are told, and no step, whatever is read", () => {
  const rows = events(
    ["call", "accepted", "1"],
    ["step", "opened", "1"],
    ["step", "not_confirmed", "1"],
    ["call", "repeated", "2"],
  );
  const { steps, answer } = paneOf(rows, { ...FORMAT, mode: "live" });
  expect([steps.map(({ name, at }) => `${name} ${at}`), answer]).toEqual([
    ["Repeated call 12:00:03", "Link made 12:00:00"],
    null,
  ]);
});

test("of a no it is told whether anybody asked after it, what they heard, and whether they began anew", () => {
  const before = [
    ["check", "answered_yes", "X", true, "OLDOLDOL"],
    ["call", "accepted"],
    ["step", "too_young"],
  ] as Parameters<typeof events>;
  const verdict = (...then: Parameters<typeof events>) =>
    noVerdictOf(events(...before, ...then), "AAAABBBB", FORMAT.now);
  expect(noVerdictOf(events(["call", "accepted"]), "AAAABBBB", FORMAT.now)).toBeNull();
  expect(verdict()).toBe("waiting");
  const later = new Date(+FORMAT.now + 60_000);
  expect(noVerdictOf(events(...before), "AAAABBBB", later)).toBe("nobody_asked");
  expect(verdict(["check", "answered_yes", "Y", true, "NEWNEWNE"])).toBe("waiting");
  expect(verdict(["check", "answered_no", "Y"])).toBe("heard_no");
  expect(verdict(["check", "device_differs", "Y", false])).toBe("heard_unknown");
  const anew = events(...before, ["check", "device_differs", "Y", false], ["call", "accepted", "Z"]);
  expect(noVerdictOf(anew, "AAAABBBB", FORMAT.now)).toBe("asked_again");
  const elsewhere = anew.map((event) => ({ ...event, host: event.reference === "Z" ? "staging.example" : event.host }));
  expect(noVerdictOf(elsewhere, "AAAABBBB", FORMAT.now)).toBe("heard_unknown");
});
