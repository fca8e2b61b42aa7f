import { expect, test } from "vitest";
import { ignoredVariables } from "#lib/runtime/ignored-variables.rules.ts";

const named = (env: Record<string, string>) => ignoredVariables(env).map(({ name }) => name);

test("what an operator may count on and nobody reads is named, and nothing else", () => {
  expect(
    named({ HTTPS_PROXY: "http://proxy:3128", https_proxy: "http://proxy:3128", PGSSLROOTCERT: "/ca.pem" }),
  ).toEqual(["HTTPS_PROXY", "https_proxy", "PGSSLROOTCERT"]);
  expect(named({ SSL_CERT_FILE: "/ca.pem", PGHOST: "", PGDATA: "/data", NO_PROXY: "*", PATH: "/bin" })).toEqual([
    "SSL_CERT_FILE",
  ]);
});

test("a proxy and authorities of which Node was told are used", () => {
  expect(named({ SSL_CERT_FILE: "/ca.pem", NODE_EXTRA_CA_CERTS: "/ca.pem" })).toEqual([]);
  expect(named({ HTTPS_PROXY: "http://proxy:3128", NODE_USE_ENV_PROXY: "1" })).toEqual([]);
});
