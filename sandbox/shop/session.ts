import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";

/**
 * What the shop stores about a visitor, in a cookie that it signs, so that sessions survive a restart. `deviceId`: made here;
 * only tokens of checks that were started with it count. `token`: the one that said yes; "no": none did; "": not asked.
 */
export type Session = { deviceId: string; token: string };

/** Cookies ignore ports, so on localhost the gateway sees this cookie, too; the name keeps them apart. */
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
