import { median } from "./quantile.ts";
import type { Row } from "./rounds.ts";

/** What a figure must be, and what to aim at; `unit`: of the figure. */
type Goal = { unit: "×" | "ms" | "us" | "MB" | "%"; aim: number } & ({ min: number } | { max: number });

/** The throughput rows: what `--quick` measures. */
export const RATIOS = {
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

export type RatioName = keyof typeof RATIOS;

/** `low`, `high`: the least and the greatest of the rounds. */
export type Ratio = { name: string; value: number; low: number; high: number; goal: Goal };

type Of = (row: Row["rounds"][number]) => number;
const rate: Of = ({ rps }) => rps;
const latency: Of = ({ p50 }) => p50;

/** Round by round, because two turns of one round are closer in time than two medians. */
export function ratioOf(name: RatioName, one: Row, other: Row): Ratio {
  const of = name === "generator `b`, one connection: latency ÷ `pgbench` one client" ? latency : rate;
  const ratios = one.rounds.flatMap((round, n) => {
    const beside = other.rounds[n];
    return beside ? of(round) / of(beside) : [];
  });
  return {
    name,
    value: median(ratios),
    low: Math.min(...ratios),
    high: Math.max(...ratios),
    goal: RATIOS[name],
  };
}
