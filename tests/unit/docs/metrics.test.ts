import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = ["app", "server", "lib"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
);
const NAME = /\bageway_[a-z_]+/g;

const counted = new Set(
  SOURCES.filter((file) => file.endsWith(".ts")).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/"(ageway_[a-z_]+)"/g)]
      .map(([, name = ""]) => name)
      // The meter at Stripe, which is none of these.
      .filter((name) => name !== "ageway_minor_units"),
  ),
);

test("docs/operate/observe.md names every metric, and no other", () => {
  const [, rows = ""] = readFileSync("docs/operate/observe.md", "utf8").split("## Metrics");
  const [cells = ""] = rows.split("## The log");
  const named = [...cells.matchAll(/^- (`[^:(]+)[:(]/gm)].flatMap(([, cell = ""]) => cell.match(NAME) ?? []);
  expect(counted.size).toBeGreaterThan(10);
  expect(new Set(named)).toEqual(counted);
});

test.for(["deploy/prometheus-alerts.yml", "deploy/grafana-dashboard.json"])(
  "%s asks only for metrics that there are",
  (file) => {
    const asked = readFileSync(file, "utf8").match(NAME) ?? [];
    expect(asked.length).toBeGreaterThan(10);
    expect(
      asked.map((name) => name.replace(/_(?:bucket|sum|count)$/, "")).filter((name) => !counted.has(name)),
    ).toEqual([]);
  },
);
