import { NO_STORE } from "#app/api/answer.ts";
import { seat } from "./member.ts";

type Refused = { ok: false; reason: string };

/** A file for whoever may have it: 401 for nobody, 404 for strangers, 403 for a role that may not. */
export async function seated(
  answer: (desk: NonNullable<Awaited<ReturnType<typeof seat>>["desk"]>) => Promise<Response | Refused>,
): Promise<Response> {
  const { user, desk } = await seat();
  if (!user) return refusal(401);
  if (!desk) return refusal(404);
  const answered = await answer(desk);
  if (answered instanceof Response) return answered;
  return refusal(answered.reason === "not_allowed" ? 403 : 404);
}

function refusal(status: 401 | 403 | 404): Response {
  const words = { 401: "Sign in first.", 403: "Your role does not allow this.", 404: "There is nothing here." };
  return new Response(words[status], { status, headers: { ...NO_STORE, "Content-Type": "text/plain; charset=utf-8" } });
}
