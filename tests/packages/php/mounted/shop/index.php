<?php

declare(strict_types=1);

// A shop in a folder, as plain PHP often routes: by PATH_INFO, or else by what comes after its folder.

require __DIR__ . '/../../../../../packages/php/autoload.php';

$gate = new Ageway\Gate(new Ageway\Ageway('http://127.0.0.1:1', 'pk_test_gate'), match: ['/checkout', '/order']);
$gate->guard();

$folder = dirname($_SERVER['SCRIPT_NAME']);
$path = $_SERVER['PATH_INFO'] ?? substr(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH), strlen($folder));
echo match ($path) {
    '/checkout' => 'Place order',
    '/order' => 'Thank you',
    default => 'Wines',
};
