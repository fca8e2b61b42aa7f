import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, register } from "prom-client";

/**
 * Lists what this process counts, for the operator (`docs/operate/observe.md`). Labels have few values: endpoints,
 * reasons, providers. None of them names an organization, a key, a host or a visitor.
 */
const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 10];

const requests = counter("ageway_requests_total", "Requests that were answered, by endpoint, status and reason", [
  "endpoint",
  "status",
  "reason",
]);
const requestSeconds = histogram(
  "ageway_request_seconds",
  "How long the requests of an endpoint took",
  ["endpoint"],
  SECONDS,
);
const events = counter(
  "ageway_events_total",
  "Events of the activity record, by kind (call, step, check), code, provider and mode; also those of no organization",
  ["kind", "code", "provider", "mode"],
);
export const lostEvents = counter("ageway_activity_dropped_total", "Events of the activity record that were lost");
export const cutExports = counter(
  "ageway_exports_cut_total",
  "Downloads of a table that broke off after they had begun",
  ["export"],
);
export const batchCalls = histogram(
  "ageway_batch_calls",
  "How many requests shared a batch",
  ["batch"],
  [1, 2, 4, 8, 16, 32, 64, 128, 256],
);
const eidSeconds = histogram(
  "ageway_eid_seconds",
  "How long an eID took, by provider, mode, step (begin, conclude) and result (ok, or the problem)",
  ["provider", "mode", "step", "result"],
  SECONDS,
);

export function countRequest(endpoint: string, status: number, reason: string | null, ms: number): void {
  requests.inc({ endpoint, status, reason: reason ?? "" });
  requestSeconds.observe({ endpoint }, ms / 1_000);
}

/** Labels a question about a token that nobody knows. An empty label would look like one that is missing. */
const UNKNOWN = "unknown";

export function countEvent(kind: string, code: string, provider: string | null, mode: string | null): void {
  events.inc({ kind, code, provider: provider ?? UNKNOWN, mode: mode ?? UNKNOWN });
}

type EidCall = { provider: string; mode: string; step: "begin" | "conclude" };

/** Times a conversation with an eID. */
export async function observeEid<Answer extends { ok: true } | { ok: false; problem: string }>(
  call: EidCall,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { provider, mode, step } = call;
  const began = performance.now();
  const answer = await work();
  const result = answer.ok ? "ok" : answer.problem;
  eidSeconds.observe({ provider, mode, step, result }, (performance.now() - began) / 1_000);
  return answer;
}

/** A value that is read when somebody asks for it. */
export function gauge<Label extends string>(
  name: string,
  help: string,
  read: () => readonly (readonly [labels: Partial<Record<Label, string>>, value: number])[],
  labelNames: readonly Label[] = [],
): void {
  once(name, () => {
    const made: Gauge<Label> = new Gauge({
      name,
      help,
      labelNames,
      collect() {
        made.reset();
        for (const [labels, value] of read()) made.set(labels as Record<Label, string>, value);
      },
    });
    return made;
  });
}

/** In one process, the production entry and Next's build each contain this module, and the library is there once. */
function once<Made extends Metric>(name: string, make: () => Made): Made {
  return (register.getSingleMetric(name) as Made | undefined) ?? make();
}

function counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
  return once(name, () => new Counter({ name, help, labelNames }));
}

/** `buckets`: the largest value of each, in order; larger ones count in one more. */
function histogram<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  buckets: number[],
): Histogram<Label> {
  return once(name, () => new Histogram({ name, help, labelNames, buckets }));
}

/** Counts memory, CPU, event loop and garbage collection. */
export function collectProcessMetrics(): void {
  if (register.getSingleMetric("process_cpu_seconds_total") === undefined) collectDefaultMetrics();
}

export { register } from "prom-client";
