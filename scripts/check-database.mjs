import postgres from "postgres";

/** Throws if the database does not answer, refuses the login or is too old. The message never holds the password. */
export async function checkDatabase(url, setting = "DATABASE_URL") {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    const [{ version }] = await sql`SELECT current_setting('server_version_num')::int AS version`;
    if (version < 160_000)
      throw Object.assign(new Error(), { code: "an old version: PostgreSQL 16 or newer is needed" });
  } catch (error) {
    const { hostname, port, pathname } = URL.parse(url) ?? { hostname: "?", port: "", pathname: "" };
    throw new Error(
      `The database at ${hostname}:${port || 5432}${pathname} cannot be used (${error.code ?? "no answer"}). Check ${setting}, and that the server runs.`,
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}
