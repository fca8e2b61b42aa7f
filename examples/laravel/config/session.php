<?php

return [
    'driver' => 'file',
    'files' => storage_path('framework/sessions'),
    'lifetime' => 120,
    'expire_on_close' => false,
    'lottery' => [2, 100],
    'cookie' => 'shop_session',
    'path' => '/',
    'domain' => null,
    'secure' => null, // null: where the request came over https
    'http_only' => true,
    'same_site' => 'lax',
];
