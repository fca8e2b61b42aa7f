import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readDatabaseAddress } from "#db/address.ts";
import { certificateOf } from "#tests/support/certificate.ts";

const SECRET = "s3cr3t";

const read = (text: string) => {
  const answer = readDatabaseAddress(text);
  if (!answer.ok) throw new Error(answer.problem);
  return answer.address;
};
const problem = (text: string) => {
  const answer = readDatabaseAddress(text);
  return answer.ok ? expect.unreachable(`it was read: ${text}`) : answer.problem;
};

test("an address is read to the letter, as PostgreSQL's own programs read it", () => {
  expect(read("postgres://ageway_login:pass@db.example:5433/ageway?sslmode=verify-full")).toEqual({
    hosts: [{ host: "db.example", port: 5433 }],
    user: "ageway_login",
    password: "pass",
    database: "ageway",
    tlsMode: "verify-full",
    ca: null,
    unused: [],
  });
});

test.for([
  ["Neon", "postgresql://u:p@ep-x-pooler.eu.neon.example/db?sslmode=require&channel_binding=require", "require"],
  ["Supabase, by its pooler", "postgresql://postgres.ref:p@aws-0-eu.pooler.example:6543/postgres", "prefer"],
  ["Heroku", "postgres://u:p@ec2.example:5432/d8s", "prefer"],
  ["DigitalOcean", "postgresql://doadmin:p@db.example:25060/defaultdb?sslmode=require", "require"],
  ["Azure", "postgres://u%40server:p@server.example:5432/postgres?sslmode=require", "require"],
  ["Prisma", "postgresql://u:p@h:5432/db?schema=public&connection_limit=5", "prefer"],
  ["psql, with keepalives", "postgres://u:p@h/db?gssencmode=disable&keepalives=1&keepalives_idle=30&", "prefer"],
  ["JDBC's way to ask for TLS", "postgres://u:p@h/db?ssl=true", "require"],
  ["a load balancer's", "postgres://u:p@h/db?sslmode=allow&application_name=x&connect_timeout=3", "prefer"],
] as const)("a pasted address of %s works; what it says in vain is named", ([, text, tlsMode]) => {
  const { unused, ...address } = read(text);
  expect(address).toMatchObject({ password: "p", tlsMode });
  const names = [...(text.split("?")[1] ?? "").matchAll(/(\w+)=/g)].map(([, name]) => name);
  expect(unused).toEqual(names.filter((name) => name !== "sslmode" && name !== "ssl"));
});

test.for([
  ["a # and a ?", "a#b?c:d", "a#b?c:d"],
  ["codes", "%2F%40%25%C3%A9", "/@%é"],
] as const)("a password may have %s", ([, text, password]) => {
  expect(read(`postgres://u:${text}@h/db`)).toMatchObject({ user: "u", password, database: "db" });
});

test.for([
  ["a / in the password", `postgres://u:${SECRET}/x@h/db`, /write @ as %40, \/ as %2F and % as %25/],
  ["a / and a number before it", `postgres://u:12/${SECRET}@h/db`, /write @ as %40/],
  ["an @ in the password", `postgres://u:x@${SECRET}@h/db`, /write @ as %40/],
  ["a % that begins no code", `postgres://u:${SECRET}%zz@h/db`, /% as %25/],
  ["codes that are no text", `postgres://u:${SECRET}%ff@h/db`, /% as %25/],
  ["a / and a ? in the password", `postgres://u:x/y?${SECRET}=z@h/db`, /write @ as %40/],
  ["no host", `postgres://u:${SECRET}`, /names no host and port/],
  ["no database behind it", `jdbc:postgresql://h/db?password=${SECRET}`, /^must begin with postgres:\/\//],
  ["words", `host=h dbname=db password=${SECRET}`, /^must begin with postgres:\/\//],
  ["an IPv6 address without [ ]", `postgres://u:${SECRET}@2001:db8::1/db`, /an IPv6 address in \[ \]/],
  ["a port of letters", `postgres://u:${SECRET}@h:abc/db`, /no host and port/],
  ["a port out of range", `postgres://u:${SECRET}@h:70000/db`, /no host and port/],
  [
    "an sslmode of another driver",
    `postgres://u:${SECRET}@h/db?sslmode=no-verify`,
    /unknown sslmode: write one of disable/,
  ],
  [
    "the certificates of a system, unverified",
    `postgres://u:${SECRET}@h/db?sslmode=require&sslrootcert=system`,
    /verify-full/,
  ],
  ["certificates for nothing", `postgres://u:${SECRET}@h/db?sslrootcert=/ca.pem`, /counts for sslmode=verify-full/],
  [
    "a file that is not there",
    `postgres://u:${SECRET}@h/db?sslmode=verify-full&sslrootcert=/no/ca.pem`,
    /ENOENT.*\/no\/ca\.pem/,
  ],
  [
    "a file without certificates",
    `postgres://u:${SECRET}@h/db?sslmode=verify-ca&sslrootcert=package.json`,
    /holds no certificate/,
  ],
  ["another schema", `postgres://u:${SECRET}@h/db?schema=shop`, /the tables are in public/],
  ["settings of a session", `postgres://u:${SECRET}@h/db?options=-c%20x%3Dy`, /ALTER ROLE/],
  [
    "a setting by its name",
    `postgres://u:${SECRET}@h/db?statement_timeout=5s`,
    /the parameter statement_timeout, which Ageway does not know/,
  ],
  [
    "a setting by a name with a dash",
    `postgres://u:${SECRET}@h/db?statement-timeout=5s`,
    /the parameter statement-timeout, which Ageway does not know/,
  ],
  ["a parameter without a value", `postgres://u:${SECRET}@h/db?ssl`, /write name=value/],
  ["a pooler", `postgres://u:${SECRET}@h/db?pgbouncer=true`, /DATABASE_POOLER=transaction/],
  ["a standby", `postgres://u:${SECRET}@a,b/db?target_session_attrs=standby`, /read-write/],
] as const)("an address with %s is refused in words, and none of them is of the password", ([, text, words]) => {
  const said = problem(text);
  expect(said).toMatch(words);
  expect(said).not.toContain(SECRET);
});

test("several hosts, IPv6, a folder of a socket, and names that are left out", () => {
  const hostsOf = (text: string) => read(text).hosts.map(({ host, port }) => `${host} ${port}`);
  expect(hostsOf("postgres://u@a:1,b,[2001:db8::1]:2/db?target_session_attrs=read-write")).toEqual([
    "a 1",
    "b 5432",
    "2001:db8::1 2",
  ]);
  expect(hostsOf("postgres://u@a,b/db?port=1,2")).toEqual(["a 1", "b 2"]);
  expect(hostsOf("postgres:///db?host=/run/postgresql&user=u")).toEqual(["/run/postgresql 5432"]);
  expect(hostsOf("postgres://u@%2Frun%2Fpostgresql/db")).toEqual(["/run/postgresql 5432"]);
  expect(read("postgres://u@/")).toMatchObject({ hosts: [{ host: "localhost", port: 5432 }], database: "u" });
});

test("certificates that are named are compared, also where the mode asks for less", () => {
  const folder = mkdtempSync(join(tmpdir(), "ageway-ca-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { certificate: ca } = certificateOf("db.example");
  writeFileSync(join(folder, "ca.pem"), ca);
  const at = (mode: string) => read(`postgres://u@h/db?sslmode=${mode}&sslrootcert=${folder}/ca.pem`);
  expect(at("require")).toMatchObject({ tlsMode: "verify-ca", ca: ca.trim() });
  expect(at("verify-full")).toMatchObject({ tlsMode: "verify-full", ca: ca.trim() });
  expect(read("postgres://u@h/db?sslrootcert=system")).toMatchObject({ tlsMode: "verify-full", ca: null });
});
