import { fileResponse } from "#app/_http/files.ts";
import { type CsvForm, FOR_MACHINES, forSpreadsheet } from "#lib/base/csv.ts";
import { localeOf } from "#lib/base/locale.rules.ts";
import { dayOf } from "#lib/base/time.rules.ts";
import { inPageTurn } from "#lib/limits/page-turn.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { cutExports } from "#lib/observe/metrics.ts";

export const CSV = "text/csv; charset=utf-8";

/** Says what `?for=spreadsheet` asks for: a table that opens in the spreadsheet of the reader's language. */
export function csvFormOf({ url, headers }: Request): CsvForm {
  const isForPeople = new URL(url).searchParams.get("for") === "spreadsheet";
  return isForPeople ? forSpreadsheet(localeOf(headers.get("Accept-Language"))) : FOR_MACHINES;
}

/**
 * Answers a table of an organization as a download named after today. Streams each piece as it is made, so that a long table needs
 * little memory, and makes it in a turn of its own, so that calls and pages need not wait. The status is sent by then: after a fault
 * the answer is cut, so that its reader sees that lines are missing, and so does the operator.
 */
export function csvResponse(organizationId: string, name: string, pieces: AsyncIterable<string>): Response {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await inPageTurn(organizationId, () => iterator.next()).catch((fault) => {
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
