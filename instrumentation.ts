/** Next calls this once, when a server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  // Before the first request: it hears from Node which address each one comes from.
  await import("#lib/caller.ts");
  const { startJobs } = await import("#lib/jobs.ts");
  await startJobs();
}
