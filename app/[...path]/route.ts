import { nowhere } from "#app/verify/_lib/not-found.ts";

export {
  nowhere as DELETE,
  nowhere as GET,
  nowhere as HEAD,
  nowhere as OPTIONS,
  nowhere as PATCH,
  nowhere as POST,
  nowhere as PUT,
};
