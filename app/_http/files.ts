import { NO_STORE } from "./responses.ts";

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
