import type { Machine } from "./machine.ts";
import type { Ratio } from "./ratios.ts";
import type { Row } from "./rounds.ts";

/** What all parts may be asked for. `events`, `rows`: of the databases that are filled first. */
type BenchOptions = {
  rounds: number;
  seconds: number;
  organizations: number;
  rows: number;
  events: number;
  requests: number;
};

/** A part of the bench measures some rows of the promises, in a world of its own. */
export type Bench = (
  options: BenchOptions,
  print: (line: string) => void,
) => Promise<{ machine: Machine; rows: Row[]; ratios: Ratio[] }>;
