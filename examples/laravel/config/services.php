<?php

return [
    'ageway' => [
        'origin' => env('SHOP_URL', 'http://localhost:' . env('PORT', 8080)), // the rest is AGEWAY_… in the environment
    ],
];
