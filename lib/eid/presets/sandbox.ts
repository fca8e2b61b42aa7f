import type { Preset } from "./preset.ts";

const source = { url: "sandbox/eid", read: "2026-11-21" };

/** The two eIDs of the sandbox, where everybody chooses who they are. */
export const SANDBOX: Record<string, Preset> = {
  "sandbox-s": {
    source,
    settings: {
      name: "Sandbox eID",
      scopes: ["openid", "age"],
      timeZone: "Europe/Stockholm",
      claims: [
        { source: "userinfo", path: ["birthdate"], transform: "iso_date" },
        { source: "userinfo", path: ["age_over_18"], transform: "bool", age: 18 },
      ],
    },
  },
  "sandbox-b": {
    source,
    settings: {
      name: "Sandbox eID",
      scopes: ["openid", "age"],
      timeZone: "Europe/Copenhagen",
      idTokenAlg: "ES256",
      claims: [
        { source: "id_token", path: ["urn:sandbox:identity", "date.of.birth"], transform: "iso_date" },
        { source: "id_token", path: ["urn:sandbox:identity", "over.18"], transform: "string_bool", age: 18 },
      ],
    },
  },
};
