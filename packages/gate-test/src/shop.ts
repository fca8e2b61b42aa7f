import type { Fetch } from "./fetch.ts";

/** What is walked, and the bounds of the walk. */
export type Shop = {
  /** The protected page. */
  url: string;
  /** A selector of what starts a check there. */
  start: string | undefined;
  /** `{base}/doctor/{run}`. */
  address: string;
  fetch: Fetch;
  signal: AbortSignal;
  userAgent: string;
  /** How long one answer may take. */
  patienceMs: number;
  /** Nothing is pressed on an answer that shows it. */
  protects: string;
  /** Requests that the shop may still get. */
  left: number;
  /** How long its slowest answer took. */
  slowestMs: number;
};

/** Requests that the shop gets in one walk, whatever it answers. */
export const MAX_REQUESTS = 60;
/** An answer is read so far, and no further. */
const MAX_BYTES = 2 * 1024 ** 2;

/** The walk cannot go on; `message` is for its reader. */
export class Stuck extends Error {}

/** All requests of the walk are used up. */
export class Exhausted extends Error {}

/** The page is open without a check, so no further case proves anything; `message`: as the end of a sentence. */
export class Open extends Error {}

/** An answer as far as it came. `flaw`: why there is no more of it. */
export type Answer = { url: string; status: number; headers: Headers; text: string; flaw: string | null };

type Request = { method: "GET" | "POST"; headers: Record<string, string>; body?: string };

/** One request in bounded time and memory. Never throws but for the end of the walk; `status` 0: nothing came. */
export async function ask(shop: Shop, url: string, request: Request, patienceMs = shop.patienceMs): Promise<Answer> {
  const patience = AbortSignal.timeout(patienceMs);
  const answer: Answer = { url, status: 0, headers: new Headers(), text: "", flaw: null };
  try {
    const signal = AbortSignal.any([shop.signal, patience]);
    const response = await shop.fetch(url, { ...request, signal });
    answer.status = response.status;
    answer.headers = response.headers;
    const decoder = new TextDecoder();
    let bytes = 0;
    for await (const chunk of chunksOf(response, signal)) {
      bytes += chunk.byteLength;
      answer.text += decoder.decode(chunk, { stream: true });
      if (bytes > MAX_BYTES) return { ...answer, flaw: `the answer is longer than ${MAX_BYTES / 1024 ** 2} MB` };
    }
    return answer;
  } catch (error) {
    shop.signal.throwIfAborted();
    const isLate = patience.aborted;
    const late = answer.status === 0 ? "no answer came" : "the answer did not end";
    return { ...answer, flaw: isLate ? `${late} within ${Math.round(patienceMs / 1_000)} seconds` : faultOf(error) };
  }
}

/** Ends with the signal, even if the stream does not, and closes the stream when its reader stops. */
async function* chunksOf(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const ended = new Promise<never>((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
  ended.catch(() => {});
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), ended]);
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

const FAULTS: Record<string, string> = {
  ECONNREFUSED: "nobody listens there",
  ENOTFOUND: "no such host was found",
  EAI_AGAIN: "no such host was found",
  ECONNRESET: "the connection was cut",
  HPE_HEADER_OVERFLOW: "its headers are longer than 16 KB, as with hundreds of cookies",
  UND_ERR_HEADERS_OVERFLOW: "its headers are longer than 16 KB, as with hundreds of cookies",
};

function faultOf(error: unknown): string {
  const { code, cause, message } = error as NodeJS.ErrnoException & { cause?: { code?: string } };
  const name = code ?? cause?.code;
  return FAULTS[name ?? ""] ?? `the request failed (${name ?? message})`;
}
