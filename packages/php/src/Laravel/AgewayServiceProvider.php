<?php

declare(strict_types=1);

namespace Ageway\Laravel;

use Ageway\Ageway;
use Ageway\Gate\SharedCaches;
use Illuminate\Foundation\Http\Events\RequestHandled;
use Illuminate\Support\ServiceProvider;

/** `.env` has the address and the key, `AGEWAY_URL` and `AGEWAY_KEY`; `services.ageway` of the configuration comes before it. */
final class AgewayServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->mergeConfigFrom(__DIR__ . '/config.php', 'services.ageway');
        $this->app->singleton(Ageway::class, static function ($app): Ageway {
            $config = $app['config']['services.ageway'] ?? [];
            return new Ageway((string) ($config['url'] ?? ''), (string) ($config['key'] ?? ''), $config['secret'] ?? null);
        });
    }

    public function boot(): void
    {
        $this->app['router']->aliasMiddleware('age', AgeGate::class);
        // After all middleware, also what stands before the gate.
        $this->app['events']->listen(RequestHandled::class, static function (RequestHandled $handled): void {
            if ($handled->request->attributes->get(SharedCaches::MARK) === true) {
                SharedCaches::keepOutOf($handled->response->headers);
            }
        });
    }
}
