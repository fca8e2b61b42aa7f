<?php

// What `services.ageway` of the application's configuration leaves out.
return [
    'url' => env('AGEWAY_URL'),
    'key' => env('AGEWAY_KEY'),
    'secret' => env('AGEWAY_SECRET'),
    'origin' => env('AGEWAY_ORIGIN'),
    'provider' => env('AGEWAY_PROVIDER'),
    'language' => env('AGEWAY_LANGUAGE'),
];
