import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Speaks for shop.example and every host directly below it, and vouches for itself. Made for this run, and gone with it. */
export const { CERTIFICATE, PRIVATE_KEY } = made();

function made() {
  const folder = mkdtempSync(join(tmpdir(), "ageway-certificate-"));
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key];
  const names = ["-subj", "/CN=shop.example", "-addext", "subjectAltName=DNS:shop.example,DNS:*.shop.example"];
  execFileSync("openssl", ["req", "-x509", ...curve, "-out", certificate, "-days", "2", ...names], { stdio: "ignore" });
  const files = { CERTIFICATE: readFileSync(certificate, "utf8"), PRIVATE_KEY: readFileSync(key, "utf8") };
  rmSync(folder, { recursive: true });
  return files;
}
