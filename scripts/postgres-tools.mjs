import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Where `scripts/unpack-postgres.sh` puts the PostgreSQL of a newer Debian. */
export const UNPACKED = "/var/tmp/ageway-postgresql-17";
const LEAST_VERSION = 16;
const PLACES = ["/usr/lib/postgresql", join(UNPACKED, "usr/lib/postgresql")];

/** Finds the programs of a PostgreSQL that Ageway supports: Debian has a folder a version, others the PATH. */
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
