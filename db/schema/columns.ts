import { customType, timestamp } from "drizzle-orm/pg-core";

export const bytea = customType<{ data: Buffer<ArrayBuffer>; driverData: Buffer }>({ dataType: () => "bytea" });

/** A digest, never the thing it was made from. */
export const digest = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** A point in time, to the millisecond, as the database's clock tells it. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const born = () => moment("created_at").notNull().defaultNow();
