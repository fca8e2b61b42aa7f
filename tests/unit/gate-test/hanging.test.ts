import { expect, test } from "vitest";
import { hangingAnswers } from "#lib/gate-test/hanging.ts";

const LONG = 60_000;
const MAX_PLACES = { run: 2, organization: 3, caller: 4, programs: 6, all: 8 };
const NEVER = new AbortController().signal;
const program = (text: string, organizationId = text) => ({ text, organizationId, openedBy: "program" }) as const;
const dashboard = (text: string) => ({ text, organizationId: text, openedBy: "dashboard" }) as const;

/** "place": it hangs. "none": it ended at once, because there was no place. */
async function outcomeOf(hanging: Promise<boolean>): Promise<"place" | "none" | "over"> {
  let outcome: "place" | "none" | "over" = "place";
  void hanging.then((hadPlace) => {
    outcome = hadPlace ? "over" : "none";
  });
  await new Promise((done) => setImmediate(done));
  return outcome;
}

test("a run, an organization and a caller have their places each, and the rest do not wait", async () => {
  const { hang, count, end } = hangingAnswers(MAX_PLACES, LONG);
  const at = (text: string, organizationId: string, caller: string) =>
    outcomeOf(hang(program(text, organizationId), caller, NEVER));
  expect([await at("one", "a", "x"), await at("one", "a", "x"), await at("one", "a", "y")]).toEqual([
    "place",
    "place",
    "none",
  ]);
  expect([await at("two", "a", "x"), await at("two", "a", "y")]).toEqual(["place", "none"]);
  expect([await at("three", "b", "x"), await at("three", "b", "x"), await at("three", "b", "y")]).toEqual([
    "place",
    "none",
    "place",
  ]);
  expect(count()).toBe(5);
  end();
  await expect.poll(count).toBe(0);
});

test("whatever strangers order, the dashboard's runs have places, whoever their caller is", async () => {
  const { hang, count, end } = hangingAnswers(MAX_PLACES, LONG);
  const ordered: string[] = [];
  for (let n = 0; n < 20; n += 1) ordered.push(await outcomeOf(hang(program(`run ${n}`), `caller ${n}`, NEVER)));
  expect(ordered.filter((outcome) => outcome === "place")).toHaveLength(6);
  const own = [hang(dashboard("one"), "caller 1", NEVER), hang(dashboard("two"), "caller 1", NEVER)];
  expect(await Promise.all(own.map(outcomeOf))).toEqual(["place", "place"]);
  expect(await outcomeOf(hang(dashboard("three"), "caller 1", NEVER))).toBe("none");
  end();
  await Promise.all(own);
  await expect.poll(count).toBe(0);
});

test("a caller who leaves, or whose time is over, gives the place to the next", async () => {
  const { hang, end } = hangingAnswers({ ...MAX_PLACES, run: 1 }, LONG);
  const leaving = new AbortController();
  const first = hang(program("run"), "x", leaving.signal);
  leaving.abort();
  expect(await first).toBe(true);
  const second = hang(program("run"), "x", NEVER);
  expect(await outcomeOf(second)).toBe("place");
  end();
  await second;

  const short = hangingAnswers({ ...MAX_PLACES, run: 1 }, 1);
  for (let n = 0; n < 2; n += 1) expect(await short.hang(program("run"), "x", NEVER)).toBe(true);
  expect(short.count()).toBe(0);
});

test("a server that stops ends all of them, and begins no further one", async () => {
  const { hang, end } = hangingAnswers(MAX_PLACES, LONG);
  const begun = hang(program("run"), "x", NEVER);
  end();
  await begun;
  expect(await outcomeOf(hang(program("run"), "x", NEVER))).toBe("none");
});
