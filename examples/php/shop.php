<?php // php -S localhost:8080 shop.php

require __DIR__ . '/../../packages/php/autoload.php'; // with Composer: 'vendor/autoload.php'
require __DIR__ . '/pages.php';

$ageway = new Ageway\Ageway(getenv('AGEWAY_URL'), getenv('AGEWAY_KEY'), getenv('AGEWAY_SECRET') ?: null);
$shopUrl = getenv('SHOP_URL') ?: 'http://localhost:' . (getenv('PORT') ?: 8080);
$gate = new Ageway\Gate($ageway, age: 18, match: ['/checkout', '/order'], origin: $shopUrl);
$gate->guard();

$page = match ($_SERVER['REQUEST_METHOD'] . ' ' . strtok($_SERVER['REQUEST_URI'], '?')) {
    'GET /' => catalogue(),
    'GET /checkout' => checkout($_GET['wine'] ?? null),
    'POST /order' => thanks(),
    default => null,
};
http_response_code($page === null ? 404 : 200);
echo $page ?? page('Not found', '');
