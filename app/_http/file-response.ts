import { NO_STORE } from "./responses.ts";

/** A file to keep. `name`: letters, digits, hyphens and a dot, as it stands in the header. */
export function fileAnswer(name: string, type: string, body: BodyInit): Response {
  return new Response(body, {
    headers: {
      ...NO_STORE,
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
