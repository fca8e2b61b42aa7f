import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Speaks for shop.example and every host directly below it, self-signed. Made for this run, and gone with it. */
export const { certificate: CERTIFICATE, privateKey: PRIVATE_KEY } = certificateOf("shop.example", "*.shop.example");

/** A self-signed certificate, as text in PEM. */
export function certificateOf(host: string, ...others: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "ageway-certificate-"));
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key];
  const hosts = [host, ...others].map((name) => `DNS:${name}`).join(",");
  const names = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=${hosts}`];
  execFileSync("openssl", ["req", "-x509", ...curve, "-out", certificate, "-days", "2", ...names], { stdio: "ignore" });
  const files = { certificate: readFileSync(certificate, "utf8"), privateKey: readFileSync(key, "utf8") };
  rmSync(folder, { recursive: true });
  return files;
}

/** An authority of a company's own, and a certificate of it for this machine's names and addresses. */
export function privateCa() {
  const folder = mkdtempSync(join(tmpdir(), "ageway-ca-"));
  const at = (name: string) => join(folder, name);
  const make = (name: string, ...more: string[]) =>
    execFileSync(
      "openssl",
      [
        ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"],
        ...["-keyout", at(`${name}.key`), "-out", at(`${name}.pem`), ...more],
      ],
      { stdio: "ignore" },
    );
  make("ca", "-subj", "/CN=A company's own CA", "-addext", "keyUsage=keyCertSign");
  const names = "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:127.0.0.2";
  make("server", "-subj", "/CN=localhost", "-addext", names, "-CA", at("ca.pem"), "-CAkey", at("ca.key"));
  return {
    caFile: at("ca.pem"),
    certificate: readFileSync(at("server.pem"), "utf8"),
    privateKey: readFileSync(at("server.key"), "utf8"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
