<?php

declare(strict_types=1);

namespace Ageway\Laravel;

use Ageway\Ageway;
use Illuminate\Support\ServiceProvider;

/** `config/services.php` has the address and the key: `'ageway' => ['url' => env('AGEWAY_URL'), 'key' => env('AGEWAY_KEY')]`. */
final class AgewayServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->app->singleton(Ageway::class, static function ($app): Ageway {
            $config = $app['config']['services.ageway'] ?? [];
            return new Ageway((string) ($config['url'] ?? ''), (string) ($config['key'] ?? ''), $config['secret'] ?? null);
        });
    }

    public function boot(): void
    {
        $this->app['router']->aliasMiddleware('age', AgeGate::class);
    }
}
