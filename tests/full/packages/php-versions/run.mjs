// Runs `cases.php` in a PHP of WebAssembly: run.mjs <version> <transport> <order as JSON>. Prints what it printed.
import { resolve } from "node:path";
import { createNodeFsMountHandler, loadNodeRuntime } from "@php-wasm/node";
import { PHP, setPhpIniEntries } from "@php-wasm/universal";

const [version, transport, order] = process.argv.slice(2);
const php = new PHP(await loadNodeRuntime(version, { emscriptenOptions: { processId: process.pid } }));
php.mkdir("/project");
await php.mount("/project", createNodeFsMountHandler(resolve(import.meta.dirname, "../../../..")));
if (transport === "sockets") await setPhpIniEntries(php, { disable_functions: "curl_init" });
const ran = await php.run({
  scriptPath: "/project/tests/full/packages/php-versions/cases.php",
  env: { ORDER: order },
});
process.stdout.write(ran.text, () => process.exit(ran.exitCode));
process.stderr.write(ran.errors);
