import { asRequest, currentRequest } from "./request-context.ts";
import { newSpanId } from "./trace-context.ts";

/** Which span it is, and of which trace. */
type SpanId = { traceId: string; spanId: string };

/** `attributes`: codes and names of ours alone; never an address, a token, a device or a value of a statement. */
type Attributes = Record<string, string | number | undefined>;

/** Work that is over. `began` and `ended`: by `performance.now()`. */
export type Span = SpanId & {
  name: string;
  kind: "server" | "client" | "internal";
  parentId: string | undefined;
  began: number;
  ended: number;
  attributes: Attributes;
  isError: boolean;
  links: readonly SpanId[];
};

/** Where spans go: to the exporter of OpenTelemetry, which is loaded only where `OTEL_EXPORTER_OTLP_ENDPOINT` is set. */
export type SpanSink = {
  isSampled: (traceId: string) => boolean;
  take: (span: Span) => void;
  flush: () => Promise<void>;
};

/** One for the process, although the production entry and Next's build each contain this module. */
const place = globalThis as { agewaySpans?: SpanSink };

export function openTracing(sink: SpanSink | undefined): void {
  if (sink) place.agewaySpans = sink;
  else delete place.agewaySpans;
}

export function isTracing(): boolean {
  return place.agewaySpans !== undefined;
}

export function isSampled(traceId: string): boolean {
  return place.agewaySpans?.isSampled(traceId) ?? false;
}

/** Before the process ends. */
export async function flushTracing(): Promise<void> {
  await place.agewaySpans?.flush();
}

export function recordSpan(span: Span): void {
  if (isSampled(span.traceId)) place.agewaySpans?.take(span);
}

type Begun = Pick<Span, "name" | "kind" | "attributes">;

/** Runs a part of the current request as a span of its own. `attributesOf`: of its result. */
export async function inSpan<Result>(
  span: Begun,
  work: () => Promise<Result>,
  attributesOf: (result: Result) => Attributes = () => ({}),
): Promise<Result> {
  const end = isTracing() ? beginSpan(span) : null;
  if (end === null) return work();
  return work().then(
    (result) => {
      end({ attributes: attributesOf(result) });
      return result;
    },
    (fault) => {
      end({ isError: true });
      throw fault;
    },
  );
}

type End = (how?: { attributes?: Attributes; isError?: boolean }) => void;

/** Begins a span of the current request, which the function that it answers ends; `null`: there is no request, or it is not sampled. */
export function beginSpan({ name, kind, attributes }: Begun): End | null {
  const parent = currentRequest();
  if (!parent || !isSampled(parent.traceId)) return null;
  const { traceId, spanId: parentId } = parent;
  const began = performance.now();
  return ({ attributes: more = {}, isError = false } = {}) =>
    recordSpan({
      name,
      kind,
      traceId,
      spanId: newSpanId(),
      parentId,
      began,
      ended: performance.now(),
      attributes: { ...attributes, ...more },
      isError,
      links: [],
    });
}

/** Runs work that no request began as a trace of its own, such as a job: its lines in the log have its id. `links`: whose work it does. */
export async function inTrace<Result>(
  name: string,
  work: () => Promise<Result>,
  links: readonly SpanId[] = [],
  attributes: Attributes = {},
): Promise<Result> {
  return asRequest({ peer: "" }, async () => {
    const began = performance.now();
    const { traceId = "", spanId = "" } = currentRequest() ?? {};
    const end = (isError: boolean) =>
      recordSpan({
        name,
        kind: "internal",
        traceId,
        spanId,
        parentId: undefined,
        began,
        ended: performance.now(),
        attributes,
        isError,
        links,
      });
    try {
      const result = await work();
      end(false);
      return result;
    } catch (fault) {
      end(true);
      throw fault;
    }
  });
}
