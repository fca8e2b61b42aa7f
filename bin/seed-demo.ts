import { seedDemo } from "#lib/account/seed-demo.ts";
import { closeDatabase } from "#lib/database.ts";

// One line of JSON, read by `npm start`.
console.log(JSON.stringify(await seedDemo()));
await closeDatabase();
