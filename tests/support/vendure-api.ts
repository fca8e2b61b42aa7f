/** Cookies, as a browser keeps them. */
export type Jar = Map<string, string>;

type Asked = { headers?: Record<string, string>; api?: "shop-api" | "admin-api" };

/** Sends to an API of the Vendure at an address, with cookies that the answer may change. Throws for an error of GraphQL. */
export async function askVendure(url: string, jar: Jar, query: string, { headers, api = "shop-api" }: Asked = {}) {
  const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
  const sent = { "Content-Type": "application/json", ...(cookie && { cookie }), ...headers };
  const answer = await fetch(`${url}/${api}`, { method: "POST", headers: sent, body: JSON.stringify({ query }) });
  for (const line of answer.headers.getSetCookie()) {
    const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
    jar.set(name, value);
  }
  const { data, errors } = await answer.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** The session's token, which Vendure's cookie signs and does not hide, in the other way to send it. */
export function bearerOf(jar: Jar): Asked {
  const { token } = JSON.parse(Buffer.from(jar.get("session") ?? "", "base64").toString());
  return { headers: { Authorization: `Bearer ${token}` } };
}
