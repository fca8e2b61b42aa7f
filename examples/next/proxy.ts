import { createAgeway, sealedCookie } from "@ageway/server";
import { ageGate } from "@ageway/server/next";

const { AGEWAY_URL, AGEWAY_KEY, AGEWAY_SECRET, SESSION_SECRET, SHOP_URL } = process.env;
const ageway = createAgeway({ url: AGEWAY_URL, pluginKey: AGEWAY_KEY, secret: AGEWAY_SECRET });
const session = sealedCookie({ secret: SESSION_SECRET });

export const proxy = ageGate({ ageway, age: 18, match: ["/checkout", "/order"], session, origin: SHOP_URL });
