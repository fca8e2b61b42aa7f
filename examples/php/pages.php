<?php

const WINES = ['nordlys' => 'Nordlys Riesling', 'granskog' => 'Granskog Pinot Noir'];

function catalogue(): string
{
    $wines = array_map(static fn ($id, $name) => "<li>$name <a href=\"/checkout?wine=$id\">Buy</a></li>", array_keys(WINES), WINES);
    return page('Wines', '<ul>' . implode($wines) . '</ul>');
}

/** Only who is old enough gets here. */
function checkout(mixed $wine): string
{
    $name = (is_string($wine) ? WINES[$wine] ?? null : null) ?? WINES['nordlys'];
    return page('Checkout', "<p>One bottle of $name</p><form method=\"post\" action=\"/order\"><button>Place order</button></form>");
}

function thanks(): string
{
    return page('Thank you', '<p>Nothing will arrive, because nothing was sold.</p><p><a href="/">Back to the wines</a></p>');
}

function page(string $title, string $body): string
{
    $head = '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">';
    return "$head<title>$title</title><h1>$title</h1>$body</html>";
}
