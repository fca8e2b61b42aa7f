import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Where `scripts/unpack-postgres.sh` puts the PostgreSQL of a newer Debian. */
export const UNPACKED = "/var/tmp/ageway-postgresql-17";
const LEAST_VERSION = 16;
const PLACES = ["/usr/lib/postgresql", join(UNPACKED, "usr/lib/postgresql")];

/**
 * The folder of a PostgreSQL's programs, server and tools of one version that Ageway supports; `null`: there is none. Debian
 * keeps a folder for each version; elsewhere the programs are on the PATH.
 */
export function findPostgresPrograms() {
  const debian = PLACES.filter((place) => existsSync(place)).flatMap((place) =>
    readdirSync(place).map((version) => ({ version: Number(version), bin: join(place, version, "bin") })),
  );
  const found = debian
    .filter(
      ({ version, bin }) =>
        version >= LEAST_VERSION && ["postgres", "pg_basebackup"].every((name) => existsSync(join(bin, name))),
    )
    .toSorted((one, other) => other.version - one.version)[0];
  if (found) return found.bin;
  const { status, stdout } = spawnSync("pg_config", ["--version", "--bindir"], { encoding: "utf8" });
  const [bin = "", version = ""] = status === 0 ? stdout.trim().split("\n").toSorted() : [];
  const isNew = Number(/(\d+)/.exec(version)?.[1]) >= LEAST_VERSION;
  return isNew && existsSync(join(bin, "pg_basebackup")) ? bin : null;
}
