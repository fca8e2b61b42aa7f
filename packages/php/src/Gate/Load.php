<?php

declare(strict_types=1);

namespace Ageway\Gate;

/** @internal What asks. */
enum Load
{
    /** No person waits for it: a load ahead of time, something in a page, only the headers. */
    case Silent;
    /** A person's browser that says so. */
    case Navigation;
    /** It wants JSON. */
    case Program;
    /** The rest: a form, an old browser, a crawler. */
    case Page;

    public static function of(Visit $visit): self
    {
        $destination = $visit->header('Sec-Fetch-Dest') ?? '';
        return match (true) {
            in_array($visit->method, ['HEAD', 'OPTIONS'], true), self::isAhead($visit) => self::Silent,
            !in_array($destination, ['', 'document', 'empty'], true) => self::Silent,
            $destination === 'empty', self::prefersJson($visit->header('Accept') ?? '') => self::Program,
            $visit->method !== 'GET' || $destination !== 'document' => self::Page,
            default => $visit->header('Sec-Fetch-Mode') === 'navigate' ? self::Navigation : self::Page,
        };
    }

    /** Has a person followed a link of the shop, or typed it? As far as the browser says. */
    public function isPress(Visit $visit): bool
    {
        return $this !== self::Program
            && $visit->header('Sec-Fetch-Site') !== 'cross-site'
            && ($visit->header('Sec-Fetch-Mode') ?? 'navigate') === 'navigate';
    }

    private static function isAhead(Visit $visit): bool
    {
        $purposes = array_map($visit->header(...), ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz']);
        return preg_match('/\bpre(?:fetch|render|view)\b/i', implode(' ', $purposes)) === 1;
    }

    /** Does `Accept` name JSON above HTML? A wildcard names nothing. */
    private static function prefersJson(string $accept): bool
    {
        return self::qualityOf($accept, '~^application/(?:[\w.-]+\+)?json$~') > self::qualityOf($accept, '~^text/html$~');
    }

    private static function qualityOf(string $accept, string $type): float
    {
        $best = 0.0;
        foreach (explode(',', strtolower($accept)) as $element) {
            $parts = array_map('trim', explode(';', $element));
            $quality = current(preg_grep('/^q=/', $parts)) ?: 'q=1';
            if (preg_match($type, $parts[0]) === 1) {
                $best = max($best, (float) substr($quality, 2));
            }
        }
        return $best;
    }
}
