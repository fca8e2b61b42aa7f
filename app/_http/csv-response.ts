import { fileAnswer } from "./file-response.ts";

export const CSV = "text/csv; charset=utf-8";

/** A table as a file to keep, written as it is read. */
export function csvAnswer(name: string, lines: AsyncIterable<string>): Response {
  const encoder = new TextEncoder();
  const iterator = lines[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => void iterator.return?.(),
  });
  return fileAnswer(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, CSV, body);
}
