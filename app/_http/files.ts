import { type CsvForm, FOR_MACHINES, forSpreadsheet } from "#lib/base/csv.ts";
import { localeOf } from "#lib/base/locale.rules.ts";
import { dayOf } from "#lib/base/time.rules.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { cutExports } from "#lib/observe/metrics.ts";
import { NO_STORE } from "./responses.ts";

export const CSV = "text/csv; charset=utf-8";

/** A download. `name`: letters, digits, hyphens and a dot, because the header carries it unescaped. */
export function fileResponse(
  name: string,
  type: string,
  body: BodyInit,
  caching: Record<string, string> = NO_STORE,
): Response {
  return new Response(body, {
    headers: {
      ...caching,
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** Says what `?for=spreadsheet` asks for: a table that opens in the spreadsheet of the reader's language. */
export function csvFormOf({ url, headers }: Request): CsvForm {
  const isForPeople = new URL(url).searchParams.get("for") === "spreadsheet";
  return isForPeople ? forSpreadsheet(localeOf(headers.get("Accept-Language"))) : FOR_MACHINES;
}

/**
 * A table as a download named after today. Streams each piece as it is made, so that a long table needs little memory. Its status
 * is sent by then: after a fault the answer is cut, so that its reader sees that lines are missing, and so does the operator.
 */
export function csvResponse(name: string, pieces: AsyncIterable<string>): Response {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next().catch((fault) => {
        log.error({ event: "export_cut", export: name, ...faultOf(fault) });
        cutExports.inc({ export: name });
        throw fault;
      });
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => void iterator.return?.(),
  });
  return fileResponse(`${name}-${dayOf(new Date())}.csv`, CSV, body);
}

type Image = { mediaType: string; bytes: Uint8Array };

/** An uploaded image; `null`: 404. The policy keeps scripts in it from running, also when a browser opens it as a page. */
export function imageResponse(image: Image | null, caching: string): Response {
  if (image === null) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  return new Response(new Uint8Array(image.bytes), {
    headers: {
      "Content-Type": image.mediaType,
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "Cache-Control": caching,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
