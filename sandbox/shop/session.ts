import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";

/**
 * What the shop keeps of a visitor, in a cookie that it signs, so that a restart forgets nobody. `deviceId`: made here, and
 * no token counts but of checks that were started with it. `token`: the one that said yes; "no": none did; "": not asked.
 */
export type Session = { deviceId: string; token: string };

/** Cookies ignore ports, and on localhost the gateway is a neighbour: hence the name. */
const COOKIE = /(?:^|; *)shop_session=(([0-9a-f-]{36})\.([\w-]{0,128}))\.([\w-]{43})(?:;|$)/;

export function readShopSession(secret: string, cookies = ""): Session {
  const [, text, deviceId, token, mac] = COOKIE.exec(cookies) ?? [];
  if (text === undefined || deviceId === undefined || token === undefined || mac === undefined) return newSession();
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, text))) ? { deviceId, token } : newSession();
}

/** The `Set-Cookie` line. A shop on the internet adds `Secure`. */
export function shopSessionLine(secret: string, { deviceId, token }: Session): string {
  const text = `${deviceId}.${token}`;
  return `shop_session=${text}.${macOf(secret, text)}; Path=/; HttpOnly; SameSite=Lax`;
}

function newSession(): Session {
  return { deviceId: randomUUID(), token: "" };
}

function macOf(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}
