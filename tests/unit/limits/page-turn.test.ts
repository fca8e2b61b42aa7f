import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { awaitPageTurn, endPageTurn, turnsOf } from "#lib/limits/page-turn.ts";
import { asRequest, currentRequest } from "#lib/observe/request-context.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Pages of organizations, each named by its organization and a number, and which of them were begun so far. */
function drawing(organizations: string) {
  const turns = turnsOf({ maxMs: 250, maxRestMs: 50 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  for (const [n, organization] of [...organizations].entries())
    void turns(organization).then((end) => {
      begun.push(`${organization}${n}`);
      ends.push(end);
    });
  /** Ends the latest page after it took so long. */
  const end = async (tookMs: number) => {
    await vi.advanceTimersByTimeAsync(tookMs);
    ends.at(-1)?.();
  };
  return { begun, end };
}

test("an organization's pages are drawn one at a time, and one of each other organization between two of them", async () => {
  const { begun, end } = drawing("aaaaabc");
  for (let n = 0; n < 7; n += 1) {
    await end(10);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(begun).toEqual(["a0", "a1", "b5", "c6", "a2", "a3", "a4"]);
});

test.for([
  [20, 20],
  [200, 50],
])("after a page that took %i ms the next one waits for %i", async ([took = 0, rest = 0]) => {
  const { begun, end } = drawing("ab");
  await end(took);
  await vi.advanceTimersByTimeAsync(rest - 1);
  expect(begun).toEqual(["a0"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(["a0", "b1"]);
});

test("a page that takes longer than its turn keeps nobody waiting, and its end ends no other turn", async () => {
  const { begun, end } = drawing("abc");
  await vi.advanceTimersByTimeAsync(250 + 50);
  expect(begun).toEqual(["a0", "b1"]);
  await end(0);
  await end(0);
  await vi.advanceTimersByTimeAsync(50);
  expect(begun).toEqual(["a0", "b1", "c2"]);
});

test("a request has one turn, whoever asks for it, and its answer ends it", async () => {
  const begun: string[] = [];
  const page = (name: string) =>
    asRequest({ peer: "" }, async () => {
      await Promise.all([awaitPageTurn("a"), awaitPageTurn("a")]);
      begun.push(name);
      return currentRequest();
    });
  const first = await page("first");
  const second = page("second");
  await vi.advanceTimersByTimeAsync(100);
  expect(begun).toEqual(["first"]);
  await endPageTurn(first);
  await vi.advanceTimersByTimeAsync(50);
  expect(begun).toEqual(["first", "second"]);
  await endPageTurn(await second);
  // The turns are the process's: the next test of this process would wait for a timer that nobody moves.
  await vi.advanceTimersByTimeAsync(50);
});
