<?php

declare(strict_types=1);

namespace Ageway\WooCommerce;

defined('ABSPATH') || exit;

/** `wp ageway gate-test`: what *Try it* does, and how the page itself is tested. */
final class Command
{
    public function __invoke(): void
    {
        foreach (Status::tryIt() as [$isGood, $text]) {
            $isGood ? \WP_CLI::log("ok    $text") : \WP_CLI::error($text, false);
        }
        \WP_CLI::log('The twelve cases, with a product of a minimum age in the basket: npx --no-install ageway-gate-test ' . wc_get_checkout_url());
        [$level, $text] = Status::standing();
        $level === 'error' ? \WP_CLI::error($text) : \WP_CLI::success($text);
    }
}
