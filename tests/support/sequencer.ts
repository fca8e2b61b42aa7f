import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Projects whose tests often wait for processes and time-outs run first, beside Chromium, which computes most of the time. Those
 * that compute come after it, and the many short files last, so that no worker is left alone with a long one.
 */
const PROJECTS = ["packages", "start", "isolated", "integration", "server", "next", "unit"];

/** Here servers start beside files that wait. Elsewhere one could take another file's job, such as a walk of the doctor, and end with it. */
const MIXED = "isolated";

/** What a file imports that starts a server, or else programs of shops, eIDs and operators. */
const SERVER = /\bstartApp\(/;
const PROGRAMS =
  /support\/(?:broken-shops\/|(?:[\w-]+-shops?|cluster|command|dashboard|packaged|process|proxy|scripted-eid|shared-app|snippet|stripe)\.ts)/;
/** What waits for another transaction, until something is so, or for a connection to end. */
const WAITS = /\bexpect\.poll\(|\bpg_sleep\b|\bsetTimeout\(|support\/organization-lock\.ts|"node:net"/;

export class ShortLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects]
      .toSorted(([one], [other]) => PROJECTS.indexOf(one) - PROJECTS.indexOf(other))
      .flatMap(([name, all]) => inTurn(all, name === MIXED ? 0.5 : 0));
  }
}

/**
 * Files that start a server, those that wait and those that compute take turns, so that there is always something to compute. One
 * that waits for half a minute begins early enough to end before the others.
 * @param serversUntil the share of the project in which servers are started; 0: before all others
 */
function inTurn(files: TestSpecification[], serversUntil: number): TestSpecification[] {
  const { server = [], waits = [], computes = [] } = Object.groupBy(files, kindOf);
  const spread = (kind: TestSpecification[], share: number) =>
    kind.map((file, n) => ({ file, at: (share * n) / kind.length }));
  const mixed = [...spread(server, serversUntil), ...spread(waits, 0.8), ...spread(computes, 1)];
  return mixed.toSorted((one, other) => one.at - other.at).map(({ file }) => file);
}

function kindOf({ moduleId }: TestSpecification): "server" | "waits" | "computes" {
  const text = readFileSync(moduleId, "utf8");
  if (SERVER.test(text)) return "server";
  return PROGRAMS.test(text) || WAITS.test(text) ? "waits" : "computes";
}
