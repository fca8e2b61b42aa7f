export {
  DELETE,
  GET,
  HEAD,
  OPTIONS,
  PATCH,
  POST,
  PUT,
} from "#app/api/url_generator_s/[pluginKey]/[deviceId]/[age]/route.ts";
