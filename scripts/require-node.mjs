// Imported before anything that an older Node does not have: a production install is started by the machine's own.
const OLDEST = [22, 18];

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `\nAgeway needs Node ${OLDEST.join(".")} or newer; this is ${process.versions.node} (${process.execPath}). Install it from nodejs.org, or set PATH.\n`,
  );
  process.exit(1);
}
