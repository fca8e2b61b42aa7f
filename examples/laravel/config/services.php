<?php

return [
    'ageway' => [
        'url' => env('AGEWAY_URL'),
        'key' => env('AGEWAY_KEY'),
        'secret' => env('AGEWAY_SECRET'),
        'origin' => env('SHOP_URL', 'http://localhost:' . env('PORT', 8080)),
    ],
];
