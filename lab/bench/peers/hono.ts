import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { preparedStatement } from "#db/prepared.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { oneStatement } from "../statement.ts";

/** A generator as one would first write it: a framework, and the same reads and inserts as one prepared statement a request. */
const db = connect(databaseAt(process.env.DATABASE_URL ?? ""), { max: 32 });
const insert = preparedStatement<{ verification_id: string }>(
  oneStatement({ key: "$1::text", host: "$2::text", id: "$3::uuid" }),
);

const app = new Hono();
app.get("/api/url_generator_b/:key/:device/:age", async (context) => {
  const { host } = new URL(context.req.query("domain") ?? "");
  const [row] = await insert(db, context.req.param("key"), host, uuidV7());
  if (!row) return context.json({ url: null }, 403);
  return context.json({ url: `http://localhost/verify/b?session=${row.verification_id}` });
});

serve({ fetch: app.fetch, port: Number(process.env.PORT) });
process.once("disconnect", () => process.exit());
