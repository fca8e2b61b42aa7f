import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, register } from "prom-client";
import { inSpan } from "./tracing.ts";

/**
 * What this process counts, for the operator (`docs/operate/observe.md`). Labels have few values: endpoints, reasons, providers.
 * None of them names an organization, a key, a host or a visitor.
 */
const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 10];

const requests = once("ageway_requests_total", (name) => {
  const help = "Requests that were answered, by endpoint, status and reason";
  return new Counter({ name, help, labelNames: ["endpoint", "status", "reason"] });
});
const requestSeconds = once("ageway_request_seconds", (name) => {
  const help = "How long the requests of an endpoint took";
  return new Histogram({ name, help, labelNames: ["endpoint"], buckets: SECONDS });
});
const events = once("ageway_events_total", (name) => {
  const help =
    "Events of the activity record, by kind (call, step, check), code, provider and mode; also those of no organization";
  return new Counter({ name, help, labelNames: ["kind", "code", "provider", "mode"] });
});
const dropped = once("ageway_activity_dropped_total", (name) => {
  return new Counter({ name, help: "Events of the activity record that were lost" });
});
const batchCalls = once("ageway_batch_calls", (name) => {
  const help = "How many requests shared a batch";
  return new Histogram({ name, help, labelNames: ["batch"], buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256] });
});
const eidSeconds = once("ageway_eid_seconds", (name) => {
  const help = "How long an eID took, by provider, mode, step (begin, conclude) and result (ok, or the problem)";
  return new Histogram({ name, help, labelNames: ["provider", "mode", "step", "result"], buckets: SECONDS });
});

type Child<Method extends string> = { [name in Method]: (value: number) => void };

const childOfRequests = children((values: string[]): Child<"inc"> => requests.labels(...values));
const childOfSeconds = children((values: string[]): Child<"observe"> => requestSeconds.labels(...values));
const childOfEvents = children((values: string[]): Child<"inc"> => events.labels(...values));

export function countRequest(endpoint: string, status: number, reason: string | null, ms: number): void {
  childOfRequests(endpoint, String(status), reason ?? "").inc(1);
  childOfSeconds(endpoint).observe(ms / 1_000);
}

/** Of a question about a token that nobody knows. An empty label would look like one that is missing. */
const UNKNOWN = "unknown";

export function countEvent(kind: string, code: string, provider: string | null, mode: string | null): void {
  childOfEvents(kind, code, provider ?? UNKNOWN, mode ?? UNKNOWN).inc(1);
}

export function countDroppedEvents(count: number): void {
  dropped.inc(count);
}

export function observeBatch(batch: string, calls: number): void {
  batchCalls.observe({ batch }, calls);
}

type EidCall = { provider: string; mode: string; step: "begin" | "conclude" };

/** Times a conversation with an eID. */
export async function observeEid<Answer extends { ok: true } | { ok: false; problem: string }>(
  call: EidCall,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { provider, mode, step } = call;
  const attributes = { "ageway.provider": provider, "ageway.mode": mode };
  const began = performance.now();
  const answer = await inSpan({ name: `eID ${step}`, kind: "client", attributes }, work, (answer) => ({
    "ageway.result": answer.ok ? "ok" : answer.problem,
  }));
  const result = answer.ok ? "ok" : answer.problem;
  eidSeconds.observe({ ...call, result }, (performance.now() - began) / 1_000);
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

/** Of Node: memory, CPU, event loop, garbage collection. `role`: the kind of process; of several, the sum or the average. */
export function collectProcessMetrics(role: string): void {
  if (register.getSingleMetric("process_cpu_seconds_total") === undefined)
    collectDefaultMetrics({ labels: { process: role } });
}

export { AggregatorRegistry, register } from "prom-client";

/** In one process, the production entry and Next's build each contain this module, and the library is there once. */
function once<Made extends Metric>(name: string, make: (name: string) => Made): Made {
  return (register.getSingleMetric(name) as Made | undefined) ?? make(name);
}

/** The library finds a child by its labels in a microsecond; this finds it in a tenth. */
function children<Found>(find: (values: string[]) => Found): (...values: string[]) => Found {
  const known = new Map<string, Found>();
  return (...values) => {
    const name = values.join(" ");
    const child = known.get(name) ?? find(values);
    known.set(name, child);
    return child;
  };
}
