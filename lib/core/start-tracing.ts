import { config } from "./config.ts";
import { openTracing } from "./tracing.ts";

/** Where `OTEL_EXPORTER_OTLP_ENDPOINT` is set, loads OpenTelemetry's exporter. Nobody else pays for its memory. */
export async function startTracing(): Promise<void> {
  const { traces } = config();
  if (traces === null || traces.ratio === 0) return;
  const { exporterOf } = await import("./span-exporter.ts");
  openTracing(exporterOf(traces.ratio));
}
