import type { Blanks } from "./blanks.ts";

// With our packages: the gate makes the device id, starts the check, asks about the token and keeps a yes in the session.

export const express = ({
  ageway,
  key,
  provider,
  age,
  origin,
  gated,
  port,
}: Blanks) => `import { createAgeway } from "@ageway/server";
import { ageGate } from "@ageway/server/express";
import express from "express";
import session from "express-session";

const { env } = process;
const ageway = createAgeway({
  url: env.AGEWAY_URL ?? "${ageway}",
  pluginKey: env.AGEWAY_KEY ?? "${key}",
  secret: env.AGEWAY_SECRET, // only for a locked key
});

const shop = express();
shop.use(session({
  secret: env.SHOP_SECRET ?? crypto.randomUUID(),
  resave: false,
  saveUninitialized: false,
  cookie: { sameSite: "lax" },
}));
shop.use(ageGate({
  ageway,
  age: ${age},
  provider: "${provider}",
  match: "${gated}",
  origin: "${origin}",
}));
shop.use((request, response) => {
  response.send("<h1>Welcome</h1>");
});
shop.listen(env.PORT ?? ${port});
`;

export const proxy = ({ ageway, key, provider, age, origin, gated }: Blanks) => `// proxy.ts, beside app/
import { createAgeway, sealedCookie } from "@ageway/server";
import { ageGate } from "@ageway/server/next";

const { env } = process;
const ageway = createAgeway({
  url: env.AGEWAY_URL ?? "${ageway}",
  pluginKey: env.AGEWAY_KEY ?? "${key}",
  secret: env.AGEWAY_SECRET, // only for a locked key
});
const session = sealedCookie({
  secret: env.SHOP_SECRET ?? "", // 32 random characters or more
});
export const proxy = ageGate({
  ageway,
  age: ${age},
  provider: "${provider}",
  match: "${gated}",
  origin: "${origin}",
  session,
});
`;

export const guard = ({
  ageway,
  key,
  provider,
  age,
  origin,
}: Blanks) => String.raw`<?php // shop.php: the first lines of a page that is gated
require __DIR__ . '/ageway/autoload.php'; // with Composer: its own

$ageway = new Ageway\Ageway(
    getenv('AGEWAY_URL') ?: '${ageway}',
    getenv('AGEWAY_KEY') ?: '${key}',
    getenv('AGEWAY_SECRET') ?: null, // only for a locked key
);
$gate = new Ageway\Gate(
    $ageway,
    age: ${age},
    provider: '${provider}',
    origin: '${origin}',
);
$gate->guard(); // comes back only for a visitor who is let in
echo '<h1>Welcome</h1>';
`;

/** Writes the full name of the class: Laravel's own file, and that of a shop, imports `Route` already. */
export const laravelRoute = ({ age, path }: Blanks) => String.raw`// Add this to the end of routes/web.php
\Illuminate\Support\Facades\Route::view('${path}', 'welcome')
    ->middleware('age:${age}');
`;

export const flask = ({ ageway, key, provider, age, origin, path }: Blanks) => `from os import getenv, urandom
from ageway import Ageway
from ageway.flask import age_gate
from flask import Flask

app = Flask(__name__)
app.secret_key = getenv("SHOP_SECRET") or urandom(32)
ageway = Ageway(
    getenv("AGEWAY_URL", "${ageway}"),
    getenv("AGEWAY_KEY", "${key}"),
    getenv("AGEWAY_SECRET"),  # only for a locked key
)

@app.get("${path}")
@age_gate(
    ageway,
    age=${age},
    provider="${provider}",
    origin="${origin}",
)
def page():
    return "<h1>Welcome</h1>"
`;
