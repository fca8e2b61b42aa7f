import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { currentRequest } from "#lib/core/request-context.ts";
import { inSpan, inTrace, openTracing, type Span } from "#lib/core/tracing.ts";

const SPAN = { name: "work", kind: "internal", attributes: {} } as const;

test("OpenTelemetry is loaded by one file of ours, and that one only where traces are wanted", () => {
  const sources = ["app", "lib", "db", "cli"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const textOf = new Map(
    [...sources, "main.ts", "server.ts", "pages.ts", "jobs.ts", "instrumentation.ts"]
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => [file, readFileSync(file, "utf8")]),
  );
  const naming = (words: string) => [...textOf].flatMap(([file, text]) => (text.includes(words) ? file : []));
  expect(naming('"@opentelemetry/')).toEqual(["lib/core/span-exporter.ts"]);
  expect(naming("span-exporter.ts")).toEqual(["lib/core/start-tracing.ts"]);
  expect(textOf.get("lib/core/start-tracing.ts")).toContain('await import("./span-exporter.ts")');
});

test("a span begins in its request, ends with its work, and says whether it failed", async () => {
  const spans: Span[] = [];
  openTracing({ isSampled: () => true, take: (span) => spans.push(span), flush: async () => {} });
  onTestFinished(() => openTracing(undefined));
  await inSpan(SPAN, async () => "no request, no span");
  const ids = await inTrace("job test", async () => {
    expect(
      await inSpan(
        SPAN,
        async () => 1,
        (count) => ({ count }),
      ),
    ).toBe(1);
    await expect(inSpan(SPAN, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    return { ...currentRequest() };
  });
  const inside = { traceId: ids.traceId, parentId: ids.spanId };
  expect(spans).toEqual([
    expect.objectContaining({ name: "work", ...inside, attributes: { count: 1 }, isError: false }),
    expect.objectContaining({ name: "work", ...inside, isError: true }),
    expect.objectContaining({ name: "job test", traceId: ids.traceId, spanId: ids.spanId, parentId: undefined }),
  ]);
  for (const { began, ended } of spans) expect(ended).toBeGreaterThanOrEqual(began);
});

test("a trace that is not sampled has no span", async () => {
  const spans: Span[] = [];
  openTracing({ isSampled: () => false, take: (span) => spans.push(span), flush: async () => {} });
  onTestFinished(() => openTracing(undefined));
  await inTrace("job test", () => inSpan(SPAN, async () => 1));
  expect(spans).toEqual([]);
});
