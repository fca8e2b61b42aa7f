import { noEndpoint } from "#app/api/_lib/no-endpoint.ts";

export {
  noEndpoint as DELETE,
  noEndpoint as GET,
  noEndpoint as HEAD,
  noEndpoint as OPTIONS,
  noEndpoint as PATCH,
  noEndpoint as POST,
  noEndpoint as PUT,
};
