import type { CustomFetchOptions } from "openid-client";

/** No answer of an eID is larger. */
const MOST_BYTES = 256 * 1024;

/** Statuses that come without a body (Fetch standard, "null body status"); `Response` refuses one with them. */
const BODYLESS = new Set([204, 205, 304]);

/** `fetch` for talking to an eID: follows no redirect and reads no more than it must. */
export async function boundedFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  const { body: sent, signal, ...others } = options;
  const response = await fetch(url, {
    ...others,
    body: (sent ?? null) as BodyInit | null,
    signal: signal ?? null,
    redirect: "manual",
  });
  const body = new Uint8Array(await readAtMost(response, MOST_BYTES));
  return new Response(BODYLESS.has(response.status) ? null : body, {
    status: response.status,
    headers: response.headers,
  });
}

async function readAtMost(response: Response, most: number): Promise<ArrayBuffer> {
  if (!response.body) return new ArrayBuffer(0);
  let size = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > most) controller.error(new Error("The eID's answer is too large"));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted).arrayBuffer();
}
