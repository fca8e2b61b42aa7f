import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { CACHE_CASES } from "#tests/support/misbehaving-api.ts";

type Told = {
  framework: string;
  moment: string;
  name: string;
  leaves: string;
  expected: number;
  status: number;
  headers: Record<string, string>;
};

const printed = execFileSync("php", ["-d", "display_errors=stderr", "frameworks.php"], {
  cwd: "tests/full/packages/php",
  encoding: "utf8",
});
const told = printed
  .trim()
  .split("\n")
  .map((line): Told => JSON.parse(line));

test("each moment meets each case, with a yes and without", () => {
  expect(told).toHaveLength(2 * 3 * 2 * CACHE_CASES.length);
});

test.for(told.map((one) => [`${one.framework}, ${one.moment}, ${one.expected}: ${one.name}`, one] as const))(
  "no shared cache may keep what is gated: %s",
  ([, { status, expected, headers }]) => {
    expect(status).toBe(expected);
    expect(headers["cache-control"]).toMatch(/private|no-store/);
    expect(headers["cache-control"]).not.toMatch(/public|s-maxage|"/);
    const others = Object.keys(headers).filter((name) =>
      /cache-control$|^surrogate|^edge-|^x-accel|^expires$/.test(name),
    );
    expect(others).toEqual(["cache-control"]);
  },
);
