<?php

declare(strict_types=1);

namespace Ageway\Laravel;

use Ageway\Ageway;
use Ageway\Gate;
use Ageway\Gate\SharedCaches;
use Ageway\Gate\Visit;
use Closure;
use Illuminate\Contracts\Config\Repository;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;

/** Middleware for routes with a session: `->middleware('age:18')`. */
final class AgeGate
{
    public function __construct(private readonly Ageway $ageway, private readonly Repository $config)
    {
    }

    public function handle(Request $request, Closure $next, string $age = '18'): Response
    {
        $options = array_intersect_key($this->config->get('services.ageway', []), array_flip(['origin', 'provider', 'language']));
        $gate = new Gate($this->ageway, (int) $age, ...array_filter($options));
        $closed = $gate->answer(Visit::ofRequest($request), new LaravelSession($request->session()));
        $request->attributes->set(SharedCaches::MARK, true);
        return $closed === null ? $next($request) : new Response($closed->body, $closed->status, $closed->headers);
    }
}
