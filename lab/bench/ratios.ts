import { median } from "./quantile.ts";
import type { Row } from "./rounds.ts";

/** What a figure must be, and what to aim at; `unit`: of the figure. */
type Goal = { unit: "×" | "ms" | "us" | "MB" | "%"; aim: number } & ({ min: number } | { max: number });

/** The throughput rows: what `--quick` measures. */
export const QUICK = {
  "generator `b`, 32 connections ÷ `pgbench` one-statement rate, 32 clients": { unit: "×", min: 1.3, aim: 2 },
  "generator `b`, one connection: latency ÷ `pgbench` one client": { unit: "×", max: 4, aim: 3 },
  "generator `b` ÷ Hono with the same statements, one request at a time": { unit: "×", min: 1.5, aim: 2 },
  "generator `b` ÷ bare `node:http` with the same shared commits": { unit: "×", min: 0.8, aim: 0.9 },
  "generator `b` ÷ `oidc-provider` pushed authorization request (clients in Postgres)": {
    unit: "×",
    min: 3,
    aim: 5,
  },
  "generator `b` through the server ÷ through `next start`": { unit: "×", min: 4, aim: 8 },
  "`auth_check` ÷ bare `node:http` with the same batched read": { unit: "×", min: 0.8, aim: 0.9 },
  "`auth_check` ÷ `oidc-provider` introspection": { unit: "×", min: 4, aim: 8 },
  "first checks (each redeems) ÷ repeated checks": { unit: "×", min: 0.5, aim: 0.7 },
  "generator with 1,000 organizations ÷ with one": { unit: "×", min: 0.7, aim: 0.9 },
} as const satisfies Record<string, Goal>;

/** What only `--full` measures. */
export const FULL = {
  "p99 of both at half of their own saturation": { unit: "ms", max: 10, aim: 5 },
  "p99 of both at half of their own saturation ÷ bare `node:http` at the same rate": { unit: "×", max: 2, aim: 1.5 },
  "10,000 → 10,000,000 rows, rate of both": { unit: "%", max: 5, aim: 0 },
  "CPU of the app per generator call, everything included": { unit: "us", max: 130, aim: 90 },
  "p99 of the generator while the dashboard is used, and while a minute's events are sealed": {
    unit: "×",
    max: 2,
    aim: 1.2,
  },
  "a million requests": { unit: "MB", max: 100, aim: 30 },
} as const satisfies Record<string, Goal>;

const GOALS: Record<RatioName, Goal> = { ...QUICK, ...FULL };
export type RatioName = keyof typeof QUICK | keyof typeof FULL;

/** `low`, `high`: the least and the greatest of the rounds. */
export type Ratio = { name: RatioName; value: number; low: number; high: number; goal: Goal };

/** The median of what the rounds gave. */
export function ratioFrom(name: RatioName, values: readonly number[]): Ratio {
  return { name, value: median(values), low: Math.min(...values), high: Math.max(...values), goal: GOALS[name] };
}

type Of = (turn: Row["rounds"][number]) => number;
const rate: Of = ({ rps }) => rps;
const latency: Of = ({ p50 }) => p50;

/** Round by round, because two turns of one round are closer in time than two medians. */
export function ratioOf(name: RatioName, one: Row, other: Row): Ratio {
  const of = name === "generator `b`, one connection: latency ÷ `pgbench` one client" ? latency : rate;
  return ratioFrom(
    name,
    one.rounds.flatMap((turn, n) => {
      const beside = other.rounds[n];
      return beside ? of(turn) / of(beside) : [];
    }),
  );
}
