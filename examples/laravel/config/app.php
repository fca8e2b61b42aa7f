<?php

return [
    'key' => hash('sha256', env('SESSION_SECRET'), true), // a new application has APP_KEY
    'locale' => 'en',
    'fallback_locale' => 'en',
    'cipher' => 'AES-256-CBC',
    'providers' => [
        Illuminate\Cookie\CookieServiceProvider::class,
        Illuminate\Encryption\EncryptionServiceProvider::class,
        Illuminate\Filesystem\FilesystemServiceProvider::class,
        Illuminate\Session\SessionServiceProvider::class,
        Illuminate\Translation\TranslationServiceProvider::class,
        Illuminate\View\ViewServiceProvider::class,
        Ageway\Laravel\AgewayServiceProvider::class, // with Composer, Laravel finds it by itself
    ],
];
