import type { Blanks } from "./blanks.ts";

/** Has Caddy ask the gate for proxies. Whatever that let pass leaves as private. */
export const caddyfile = ({ origin }: Blanks) => `${origin} {
	route {
		forward_auth 127.0.0.1:8090 {
			uri /check
		}
		header {
			Cache-Control "private, no-cache"
			-*-Cache-Control
			-Surrogate-Control
			-Edge-Control
			-X-Accel-Expires
			-Expires
		}
		reverse_proxy 127.0.0.1:8081 # your shop
	}
}
`;
