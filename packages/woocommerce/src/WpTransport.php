<?php

declare(strict_types=1);

namespace Ageway\WooCommerce;

use Ageway\WooCommerce\Client\Http\Answer;
use Ageway\WooCommerce\Client\Http\Transport;

defined('ABSPATH') || exit;

/** Asks as WordPress does: by its proxy, and not at all where it may not (`WP_HTTP_BLOCK_EXTERNAL`). */
final class WpTransport extends Transport
{
    private const FIELDS = ['content-type', 'retry-after', 'ageway-reason', 'ageway-reference'];
    /** What any answer shows to be over. What a start is refused for stays, until one is not or a setting is saved. */
    private const OUTAGES = ['unavailable', 'timeout', 'rate_limited', 'service_unavailable'];
    /** Of the latest answer: it finds the check in the dashboard. */
    public static ?string $reference = null;

    protected function get(string $url, array $headers, float $deadline): Answer
    {
        $answer = $this->received($url, $headers, $deadline);
        self::$reference = $answer->header('Ageway-Reference');
        $reason = $answer->header('Ageway-Reason');
        $isStart = str_contains($url, '/url_generator_');
        // The settings say so, until it answers again. No visitor can bring about what a start is refused for, but for one word.
        $fault = match (true) {
            $answer->status >= 500 => 'unavailable',
            $isStart && $answer->status === 403 && $reason !== 'already_verified' => (string) $reason,
            default => (string) $answer->fault,
        };
        $isOver = ($isStart && $answer->status === 200) || in_array(Settings::get('fault'), self::OUTAGES, true);
        ($fault !== '' || $isOver) && update_option('ageway_fault', $fault);
        return $answer;
    }

    /** @param array<string, string> $headers */
    private function received(string $url, array $headers, float $deadline): Answer
    {
        $response = wp_remote_get($url, [
            'timeout' => self::secondsUntil($deadline),
            'redirection' => 0,
            'headers' => $headers + ['Accept-Encoding' => 'identity'],
            'limit_response_size' => self::MAX_BYTES + 1,
        ]);
        if (is_wp_error($response)) {
            $isLate = preg_match('/timed? ?out|cURL error 28\b/i', $response->get_error_message()) === 1;
            return Answer::none($isLate ? 'timeout' : 'unavailable');
        }
        $body = wp_remote_retrieve_body($response);
        if (strlen($body) > self::MAX_BYTES) {
            return Answer::none('answer_invalid');
        }
        $values = array_map(static fn ($name) => wp_remote_retrieve_header($response, $name), self::FIELDS);
        $given = array_filter(array_combine(self::FIELDS, $values), static fn ($value) => is_string($value) && $value !== '');
        return Answer::read((int) wp_remote_retrieve_response_code($response), $given, $body);
    }
}
