import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

const BLOCK = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs;

/** The certificates in a file, each as PEM; or why there are none. */
export function readCertificates(file: string): string[] | { problem: string } {
  try {
    const blocks = readFileSync(file, "utf8").match(BLOCK) ?? [];
    for (const block of blocks) new X509Certificate(block);
    return blocks.length > 0 ? blocks : { problem: `holds no certificate (PEM): ${file}` };
  } catch (fault) {
    return { problem: `cannot be read (${(fault as NodeJS.ErrnoException).code}): ${file}` };
  }
}
