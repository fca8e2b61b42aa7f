import { authCheck } from "#app/api/_lib/auth-check.ts";

export {
  authCheck as DELETE,
  authCheck as GET,
  authCheck as HEAD,
  authCheck as OPTIONS,
  authCheck as PATCH,
  authCheck as POST,
  authCheck as PUT,
};
