// Loaded before the server (`--import`): kills its process when it passes the failpoint FAILPOINT for the FAILPOINT_PASS-th time.
const { FAILPOINT, FAILPOINT_PASS = "1" } = process.env;
let passes = 0;

globalThis[Symbol.for("ageway.failpoint")] = (point) => {
  if (point !== FAILPOINT) return;
  passes += 1;
  if (passes === Number(FAILPOINT_PASS)) process.kill(process.pid, "SIGKILL");
};
