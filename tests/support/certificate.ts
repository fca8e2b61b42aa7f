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
