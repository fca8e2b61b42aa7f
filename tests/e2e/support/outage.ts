import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { databaseAt } from "#db/address.ts";
import { migrate } from "#db/migrate.ts";
import { newSecret, secretDigest } from "#lib/crypto/digest.ts";
import { cookieName } from "#lib/runtime/cookie.ts";
import { startApp } from "#tests/support/app.ts";
import { freePort } from "#tests/support/ports.ts";
import { demo } from "./demo.ts";

/** Everything but who is signed in, where they are a member, and what a call reads: without that the instance is not ready. */
const PARTS = `
  REVOKE ALL ON activity_event, activity_check, activity_day, plugin_key, audit_event, invitation, organization_logo FROM ageway_app;
  GRANT SELECT (id, organization_id, key, mode, ends_at, revoked_at, paused_at, locked_at, verified_devices, calls_per_minute,
    calls_per_address, accepted_per_hour) ON plugin_key TO ageway_app;
  REVOKE SELECT ON organization, member FROM ageway_app;
  GRANT SELECT (id, name, created_at, suspended_at, time_zone, verified_devices, facts_version) ON organization TO ageway_app;
  GRANT SELECT (organization_id, user_id, role) ON member TO ageway_app`;
const WHOLE = `GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO ageway_app`;

/** An app with a database of its own, which can be taken away from it: in part, or altogether. Somebody is signed in. */
export async function ownApp() {
  const name = `outage_${randomUUID().replaceAll("-", "")}`;
  const server = postgres(demo.databaseOwnerUrl, { max: 1 });
  await server.unsafe(`CREATE DATABASE ${name}`);
  const [url, owner] = [new URL(demo.databaseUrl), new URL(demo.databaseOwnerUrl)];
  for (const address of [url, owner]) address.pathname = name;
  await migrate(databaseAt(owner.href));
  const database = postgres(owner.href, { max: 1, onnotice: () => {} });
  const cookie = await addOwner(database);
  const port = await freePort();
  const env = process.env as Record<string, string>;
  const app = await startApp({ ...env, DATABASE_URL: url.href, BASE_URL: `http://localhost:${port}` }, port);
  return {
    origin: app.url,
    cookie: { name: cookieName("session"), value: cookie, url: app.url },
    takeParts: () => database.unsafe(PARTS),
    giveBack: () => database.unsafe(WHOLE),
    takeAll: async () => {
      await database.end();
      await server.unsafe(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await server`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`;
    },
    close: async () => {
      await app.kill();
      await database.end();
      await server.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.end();
    },
  };
}

/** Answers the value of their cookie. */
async function addOwner(database: postgres.Sql): Promise<string> {
  const [user, organization, cookie] = [randomUUID(), randomUUID(), newSecret()];
  await database`INSERT INTO "user" (id, email) VALUES (${user}, 'owner@shop.example')`;
  await database`INSERT INTO organization (id, name) VALUES (${organization}, 'Corner shop')`;
  await database`INSERT INTO member (organization_id, user_id, role) VALUES (${organization}, ${user}, 'owner')`;
  await database`INSERT INTO plugin_key (id, organization_id, key, mode, label)
    VALUES (${randomUUID()}, ${organization}, 'pk_test_outage', 'test', 'Web shop')`;
  await database`INSERT INTO sign_in_session (digest, user_id, expires_at)
    VALUES (${secretDigest(cookie)}, ${user}, now() + interval '1 hour')`;
  return cookie;
}
