import { nowhere } from "#app/hosted/nowhere.ts";

export {
  nowhere as DELETE,
  nowhere as GET,
  nowhere as HEAD,
  nowhere as OPTIONS,
  nowhere as PATCH,
  nowhere as POST,
  nowhere as PUT,
};
