/** What came back: an answer as it was read, or why there is none. `json`: `undefined` where the body is no JSON. */
export type Answer =
  | { status: number; headers: Headers; json: unknown }
  | { status: null; why: "timeout" | "unavailable" | "answer_invalid" };

/** A true answer has some 200 bytes. */
const MAX_BYTES = 64 * 1024;

/** One GET, in bounded time and memory. Never throws. Follows no redirect: the API sends none to a server. */
export async function ask(url: string, headers: Record<string, string>, timeoutMs: number): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      // Not packed on the way, the answer says how long it is.
      headers: { Accept: "application/json", "Accept-Encoding": "identity", ...headers },
      redirect: "manual",
      cache: "no-store",
      signal,
    });
    if (hasNoEnd(response.headers)) return { status: null, why: "unavailable" };
    const text = await readAtMost(response, MAX_BYTES);
    if (text === null) return { status: null, why: "answer_invalid" };
    return { status: response.status, headers: response.headers, json: parsed(response, text) };
  } catch {
    return { status: null, why: signal.aborted ? "timeout" : "unavailable" };
  }
}

/** Node takes the end of such a connection for the end of the answer, though its last chunk has not come. */
function hasNoEnd(headers: Headers): boolean {
  return headers.has("Transfer-Encoding") && /\bclose\b/i.test(headers.get("Connection") ?? "");
}

/** The body as text; `null` if it is longer than an answer can be. The rest of it is not read. */
async function readAtMost(response: Response, maxBytes: number): Promise<string | null> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(() => {});
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parsed(response: Response, text: string): unknown {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get("Content-Type") ?? "")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
