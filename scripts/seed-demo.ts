import { closeDatabase } from "#lib/core/database.ts";
import { seedDemo } from "./seed-demo-data.ts";

// One line of JSON, read by `npm start`.
console.log(JSON.stringify(await seedDemo()));
await closeDatabase();
