/**
 * The host in what somebody pasted: a link to a page of their shop, or the host itself. Ports, paths and queries go, because a
 * verified host counts on every port. A text in which no host can be told apart stays as it is, so that it is refused.
 */
export function pastedHost(text: string): string {
  const typed = text.trim();
  const isLink = /^https?:\/\//i.test(typed);
  if (!isLink && !/[/?#]|:\d+$/.test(typed)) return typed;
  const address = isLink ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return typed;
  const { hostname, username, password } = new URL(address);
  // In `https://shop.example@evil.example/` the host is not what a reader takes it for.
  return username || password || hostname === "" ? typed : hostname;
}
