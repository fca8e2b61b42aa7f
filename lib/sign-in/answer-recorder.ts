/** As much of a response as next-auth writes to. */
export function answerRecorder() {
  const headers = new Map<string, string | string[]>();
  let body: unknown = null;
  const response = {
    status: () => response,
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    setHeader(name: string, value: string | string[]) {
      headers.set(name.toLowerCase(), value);
      return response;
    },
    json: (given: unknown) => {
      body = given;
    },
    send: (given: unknown) => {
      body = given;
    },
    end: () => {},
    answer: () => ({
      location: String(headers.get("location") ?? ""),
      setCookies: [headers.get("set-cookie") ?? []].flat(),
      body,
    }),
  };
  return response;
}
