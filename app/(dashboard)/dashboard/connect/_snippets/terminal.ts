import type { Blanks } from "./blanks.ts";

const DOWNLOAD = (ageway: string, name: string) => `curl -fsSO ${ageway}/packages/${name}`;
const UNPACK = (ageway: string) =>
  `mkdir -p ageway
curl -fsS ${ageway}/packages/ageway-php.tgz |
  tar -xz -C ageway --strip-components=1`;

const node = ({ ageway }: Blanks) => `${DOWNLOAD(ageway, "ageway-server.tgz")}
npm install ./ageway-server.tgz express@5 express-session@1
node shop.mjs
`;

const next = ({ ageway, port }: Blanks) => `${DOWNLOAD(ageway, "ageway-server.tgz")}
npm install ./ageway-server.tgz
echo "SHOP_SECRET=$(openssl rand -hex 32)" >> .env.local
npm run dev -- --port ${port}
`;

const php = ({ ageway, port }: Blanks) => `${UNPACK(ageway)}
php -S localhost:${port} shop.php
`;

const laravel = ({ ageway, key, provider, origin, port }: Blanks) => `${UNPACK(ageway)}
composer config repositories.ageway path ./ageway
composer require ageway/ageway:@dev
cat >> .env <<'END'

AGEWAY_URL=${ageway}
AGEWAY_KEY=${key}
AGEWAY_PROVIDER=${provider}
AGEWAY_ORIGIN=${origin}
END
php artisan serve --port=${port}
`;

const python = ({ ageway, port }: Blanks) => `${DOWNLOAD(ageway, "ageway-python.tgz")}
python3 -m venv .venv && . .venv/bin/activate
pip install ./ageway-python.tgz flask
flask --app shop run --port ${port}
`;

const proxy = ({ ageway, key, provider, age, origin, gated }: Blanks) => `${DOWNLOAD(ageway, "ageway-gate.tgz")}
npm install ./ageway-gate.tgz
export AGEWAY_URL=${ageway} AGEWAY_KEY=${key} AGE=${age}
export PROVIDER=${provider} ORIGIN=${origin} MATCH=${gated}
export SESSION_SECRET=$(openssl rand -hex 32)
npx --no-install ageway-gate & caddy run; kill %%
`;

/**
 * Holds by platform what is pasted into a terminal in the folder of the shop. The package is this instance's (`app/packages`),
 * and stays in that folder: a build of the shop needs neither the instance nor a registry for it. The last line starts the shop.
 */
export const TERMINAL = { node, next, php, laravel, python, proxy } as const;
