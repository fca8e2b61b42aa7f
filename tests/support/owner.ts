import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";

/** The address at which the owner of the tables logs in, to the database of this process or to another: migrations do, and the app never. */
export function ownerUrl(of = process.env.DATABASE_URL ?? ""): string {
  const [url, { username, password }] = [new URL(of), new URL(process.env.TEST_OWNER_URL ?? "")];
  return Object.assign(url, { username, password }).href;
}

/** A connection that may do everything, for as long as it takes: a transaction stays open while a busy machine starts a process. */
export function asOwner(of?: string) {
  return connect(databaseAt(ownerUrl(of)), { max: 1, role: "ageway", settings: UNBOUNDED });
}

const UNBOUNDED = { statement_timeout: "0", idle_in_transaction_session_timeout: "0" };
