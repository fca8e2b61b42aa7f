<?php

declare(strict_types=1);

namespace Ageway\WooCommerce;

defined('ABSPATH') || exit;

/** Proves to the instance that the shop's host is the shop's: answers with the record that the dashboard gave. */
final class DomainRecord
{
    public static function register(): void
    {
        add_action('init', self::answer(...), 1);
    }

    public static function answer(): void
    {
        $path = strtok(sanitize_url(wp_unslash($_SERVER['REQUEST_URI'] ?? '')), '?');
        $record = Settings::get('record');
        if ($path === '/.well-known/ageway-challenge.txt' && $record !== '') {
            nocache_headers();
            header('Content-Type: text/plain; charset=utf-8', true, 200);
            header('X-Content-Type-Options: nosniff');
            echo esc_html($record);
            exit;
        }
    }
}
