import { type HrTime, SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type ReadableSpan, TraceIdRatioBasedSampler } from "@opentelemetry/sdk-trace";
import type { Span, SpanSink } from "./tracing.ts";
import { withTimeout } from "./with-timeout.ts";

/** How long a process that ends waits for its last spans to be taken. */
const FLUSH_MS = 2_000;
const SCOPE = { name: "ageway" };
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/**
 * Hands spans to OpenTelemetry's exporter, in batches, and drops what it does not take. The exporter reads `OTEL_EXPORTER_OTLP_*`
 * itself. No tracer is registered for the process: Next and libraries would write addresses, with tokens in them, into spans of
 * their own. `ratio`: of the traces that are recorded.
 */
export function exporterOf(ratio: number): SpanSink {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": "ageway" }))
    .merge(detectResources({ detectors: [envDetector] }));
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter() });
  const sampler = new TraceIdRatioBasedSampler(ratio);
  const isSampled = (traceId: string) => sampler.shouldSample(undefined, traceId).decision !== NOT_RECORDED;
  return {
    isSampled,
    take: (span) => processor.onEnd({ ...readable(span), resource }),
    flush: () => withTimeout(FLUSH_MS, processor.forceFlush()).catch(() => {}),
  };
}

/** `SamplingDecision.NOT_RECORD`. */
const NOT_RECORDED = 0;

function readable(span: Span): Omit<ReadableSpan, "resource"> {
  const { name, kind, traceId, spanId, parentId, began, ended, attributes, isError, links } = span;
  const contextOf = (ids: { traceId: string; spanId: string }) => ({
    traceId: ids.traceId,
    spanId: ids.spanId,
    traceFlags: TraceFlags.SAMPLED,
  });
  const own = contextOf({ traceId, spanId });
  return {
    name,
    kind: KINDS[kind],
    spanContext: () => own,
    ...(parentId !== undefined && { parentSpanContext: contextOf({ traceId, spanId: parentId }) }),
    startTime: timeOf(performance.timeOrigin + began),
    endTime: timeOf(performance.timeOrigin + ended),
    duration: timeOf(ended - began),
    status: { code: isError ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    // The exporter would send those without a value, too.
    attributes: Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)),
    links: links.map((link) => ({ context: contextOf(link) })),
    events: [],
    ended: true,
    instrumentationScope: SCOPE,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** Seconds and nanoseconds. */
function timeOf(ms: number): HrTime {
  return [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1_000_000)];
}
