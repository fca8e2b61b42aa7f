import { handlerOf } from "#app/_http/answer.ts";
import { authCheck } from "#app/api/_lib/auth-check.ts";

const handle = handlerOf(authCheck);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
