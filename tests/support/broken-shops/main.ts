import { spawn } from "node:child_process";
import { BROKEN } from "./faults.ts";
import { startBrokenShop } from "./shop.ts";

// A shop as a program, sound or with what a title names. As under a watcher of files, a child of it runs beside it.
const { AGEWAY_URL = "", AGEWAY_KEY = "", PORT } = process.env;
const [title] = process.argv.slice(2);
const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
console.log(`child ${child.pid}`);
if (title === "ends at once") throw new Error("The shop has no database");
const shop = await startBrokenShop(BROKEN.find((broken) => broken.title === title)?.fault, "page", Number(PORT));
shop.pointAt(AGEWAY_URL, AGEWAY_KEY);
