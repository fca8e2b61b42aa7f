export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "#app/api/auth_check/[token]/[deviceId]/route.ts";
