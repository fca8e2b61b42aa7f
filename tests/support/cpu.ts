import { readdirSync, readFileSync } from "node:fs";

/** Of a process and all that it started: CPU so far in milliseconds, and resident memory in bytes. */
export type ProcessUsage = { cpuMs: number; residentBytes: number };

type Process = { parent: number; cpuMs: number; residentBytes: number };

/** `getconf CLK_TCK` and the page size of every Linux that Node runs on. */
const [TICK_MS, PAGE_BYTES] = [10, 4_096];

/** `null` where there is no Linux `/proc`. */
export function usageOf(pid: number): ProcessUsage | null {
  const all = processes();
  if (!all?.has(pid)) return null;
  const family = familyOf(pid, all).flatMap((one) => all.get(one) ?? []);
  const sum = (of: (one: Process) => number) => family.reduce((total, one) => total + of(one), 0);
  return { cpuMs: sum(({ cpuMs }) => cpuMs), residentBytes: sum(({ residentBytes }) => residentBytes) };
}

/** The ids of a process and of all that it started. */
export function familyOf(pid: number, all = processes() ?? new Map<number, Process>()): number[] {
  const children = [...all].filter(([, { parent }]) => parent === pid).map(([child]) => child);
  return [pid, ...children.flatMap((child) => familyOf(child, all))];
}

function processes(): Map<number, Process> | null {
  try {
    return new Map(readdirSync("/proc").filter(isNumber).flatMap(processOf));
  } catch {
    return null;
  }
}

/** The fields after the name, which is in parentheses and may hold spaces: state, parent, … (proc_pid_stat(5)). */
function processOf(pid: string): [number, Process][] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const at = (n: number) => Number(fields[n - 3]);
    // User and system time, also that of children that have ended.
    const cpuMs = (at(14) + at(15) + at(16) + at(17)) * TICK_MS;
    return [[Number(pid), { parent: at(4), cpuMs, residentBytes: at(24) * PAGE_BYTES }]];
  } catch {
    // It ended since the folder was read.
    return [];
  }
}

function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}
