<?php

declare(strict_types=1);

namespace Ageway\Gate;

/** @internal The paths by which a shop in plain PHP may route a request, beside that of its target: a gate is before them all. */
final class Readings
{
    /**
     * @param array<string, mixed> $server `$_SERVER`
     * @return list<string>
     */
    public static function of(array $server): array
    {
        $sent = Address::of($server['REQUEST_URI'] ?? '/')->path;
        $script = self::scriptIn($server);
        $found = [$server['PATH_INFO'] ?? '', $server['ORIG_PATH_INFO'] ?? ''];
        foreach (array_unique([$sent, rawurldecode($sent)]) as $path) {
            foreach (array_unique([$script, dirname($script), '/' . basename($script)]) as $base) {
                if (strlen($base) > 1 && stripos($path, $base) !== false) {
                    // As shops do: what comes after it, or all but it.
                    $found[] = stripos($path, $base) === 0 ? substr($path, strlen($base)) : '';
                    $found[] = str_ireplace($base, '', $path);
                }
            }
            // A server that finds /checkout.php for /checkout.
            if ($path !== '/' && stripos($script, rtrim($path, '/') . '.') === 0) {
                $found[] = $script;
            }
        }
        return array_values(array_unique(array_filter($found, static fn ($path) => $path !== '')));
    }

    /** The address of the program that runs. PHP's own server gives the visitor's path where it has none. */
    private static function scriptIn(array $server): string
    {
        $script = strtr($server['SCRIPT_NAME'] ?? '', '\\', '/');
        $isOther = basename($script) !== basename($server['SCRIPT_FILENAME'] ?? $script);
        return PHP_SAPI === 'cli-server' && $isOther ? '' : $script;
    }
}
