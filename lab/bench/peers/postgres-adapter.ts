import type { Adapter, AdapterPayload } from "oidc-provider";
import { databaseAt } from "#db/address.ts";
import { connect, type Database } from "#db/client.ts";
import { preparedStatement } from "#db/prepared.ts";

/** What `oidc-provider` stores, clients included. Made by the owner before it starts. */
export const TABLE = `
  CREATE SCHEMA IF NOT EXISTS peer;
  CREATE TABLE IF NOT EXISTS peer.oidc (
    model text, id text, payload jsonb NOT NULL, expires_at timestamptz, PRIMARY KEY (model, id));
  GRANT USAGE ON SCHEMA peer TO ageway_app;
  GRANT ALL ON peer.oidc TO ageway_app`;

const upsert = preparedStatement(`
  INSERT INTO peer.oidc (model, id, payload, expires_at)
  VALUES ($1, $2, $3::text::jsonb, now() + $4::float8 * interval '1 second')
  ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`);
const find = preparedStatement<{ payload: AdapterPayload }>(
  "SELECT payload FROM peer.oidc WHERE model = $1 AND id = $2 AND (expires_at IS NULL OR expires_at > now())",
);

/** The adapter that an operator of it would write, with prepared statements; without what these two endpoints never call. */
export function postgresAdapter(url: string): (model: string) => Adapter {
  const db = connect(databaseAt(url), { max: 32 });
  return (model) => adapterOf(db, model);
}

function adapterOf(db: Database, model: string): Adapter {
  const never = () => Promise.reject(new Error("Not part of this bench"));
  return {
    async upsert(id, payload, expiresIn) {
      await upsert(db, model, id, JSON.stringify(payload), expiresIn ?? null);
    },
    async find(id) {
      const [row] = await find(db, model, id);
      return row?.payload;
    },
    findByUserCode: never,
    findByUid: never,
    consume: never,
    destroy: never,
    revokeByGrantId: never,
  };
}
