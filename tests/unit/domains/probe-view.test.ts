import { expect, test } from "vitest";
import { probeViewOf } from "#app/(dashboard)/dashboard/domains/_lib/probe-view.ts";
import type { CheckedDomain } from "#lib/domains/proof.ts";

const NOTHING = { is: "nothing" } as const;
const found = (...values: string[]) => ({ is: "records", values }) as const;

function answersOf(probed: Pick<CheckedDomain, "diagnosis" | "servers">) {
  const view = probeViewOf({ method: "dns", nameServers: null, ...probed } as CheckedDomain);
  return view.answers.map(({ server, text, isRecord }) => `${server}: ${text}${isRecord ? " (record)" : ""}`);
}

test("a server without the record is said to have no TXT record", () => {
  const servers = [{ server: "1.1.1.1", record: NOTHING, doubled: NOTHING, bare: NOTHING }];
  expect(answersOf({ diagnosis: "nothing_there", servers })).toEqual(["1.1.1.1: no TXT record"]);
});

test("what a server has at another name is told apart from what it has at the right one", () => {
  const doubled = [{ server: "8.8.8.8", record: NOTHING, doubled: found("v"), bare: found("w") }];
  expect(answersOf({ diagnosis: "name_doubled", servers: doubled })).toEqual([
    "8.8.8.8: no TXT record",
    '8.8.8.8, for the name with the host twice: "v" (record)',
  ]);
  const bare = [{ server: "8.8.8.8", record: { is: "alias", to: "x.example" }, doubled: NOTHING, bare: found("v") }];
  expect(answersOf({ diagnosis: "on_bare_domain", servers: bare as never })).toEqual([
    "8.8.8.8: an alias for x.example",
    '8.8.8.8, for the host itself: "v" (record)',
  ]);
});
