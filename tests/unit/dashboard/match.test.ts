import { expect, test } from "vitest";
import { type Destination, matching } from "#app/(dashboard)/dashboard/search/_lib/match.rules.ts";

const DESTINATIONS: Destination[] = [
  { group: "Pages", name: "Keys", href: "/dashboard/keys", note: "G then K" },
  { group: "Keys", name: "Old Web shop", href: "/dashboard/keys/pk_live_b", note: "pk_live_bbbb…bbbb" },
  { group: "Keys", name: "Web shop", href: "/dashboard/keys/pk_live_a", note: "pk_live_aaaa…aaaa" },
  { group: "Domains", name: "shop.example", href: "/dashboard/domains/shop.example" },
  { group: "Docs", name: "Locked keys", href: "/docs/locked-keys", note: "Integrate" },
  { group: "Reasons", name: "Key paused", href: "/reasons/plugin_key_paused", note: "plugin_key_paused" },
];

const namesOf = (query: string) =>
  matching(DESTINATIONS, query).map(({ destinations }) => destinations.map(({ name }) => name));

test("every word must be in the name or the note, and what begins with the query comes first", () => {
  expect(namesOf("web")).toEqual([["Web shop", "Old Web shop"]]);
  expect(namesOf("SHOP web")).toEqual([["Old Web shop", "Web shop"]]);
  expect(namesOf("pk_live_b")).toEqual([["Old Web shop"]]);
  expect(namesOf("shop.")).toEqual([["shop.example"]]);
  expect(namesOf("nothing like it")).toEqual([]);
});

test("the documentation is found by a name, and a reason by its code", () => {
  expect(namesOf("locked")).toEqual([["Locked keys"]]);
  expect(namesOf("key_paused")).toEqual([["Key paused"]]);
});

test("an empty query finds everything of the organization, by group", () => {
  expect(matching(DESTINATIONS, " ").map(({ group }) => group)).toEqual(["Domains", "Keys", "Pages"]);
});

test.for(["KQWMTZRA", "kqwm tzra", "Ageway-Reference: KQWM-TZRA"])("%s is a reference", (query) => {
  expect(matching(DESTINATIONS, query)).toEqual([
    {
      group: "Checks",
      destinations: [
        {
          group: "Checks",
          name: "KQWM TZRA",
          href: "/dashboard/checks/KQWMTZRA#panel-title",
          note: "Open by reference",
        },
      ],
    },
  ]);
});

test.for(["KQWMTZR", "KQWMTZRAA", "KQWMTZR1", "KQWMTZRO"])("%s is none", (query) => {
  expect(matching(DESTINATIONS, query)).toEqual([]);
});

test("of a long list the first ten are shown", () => {
  const many = Array.from({ length: 30 }, (_, n): Destination => ({ group: "Keys", name: `Key ${n}`, href: `/${n}` }));
  expect(matching(many, "key")[0]?.destinations).toHaveLength(10);
});
