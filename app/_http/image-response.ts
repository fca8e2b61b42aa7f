type Image = { mediaType: string; bytes: Uint8Array };

/** A picture that somebody else made, as an answer: nothing in it can run, wherever it is opened. */
export function imageOf(image: Image | null, caching: string): Response {
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
