<?php

declare(strict_types=1);

namespace Ageway\Gate;

use InvalidArgumentException;

/** @internal Where visitors see the shop, and which page they come back to. */
final class ReturnAddress
{
    /** The path of `returnTo`: a token that comes there is the gate's, too. */
    public readonly ?string $path;
    private readonly ?string $origin;

    /** Throws for what could never work, so that a shop finds out when it starts. */
    public function __construct(?string $origin, private readonly ?string $returnTo, private readonly Paths $paths)
    {
        if ($returnTo !== null && preg_match('~^(?:/(?![/\\\\])|https?://[^\s/]+/)\S*$~D', $returnTo) !== 1) {
            throw new InvalidArgumentException('returnTo must be a path such as /cart, or a whole address');
        }
        $this->origin = $origin === null ? null : rtrim($origin, '/');
        if ($this->origin !== null && Address::whole($this->origin, '/') === null) {
            throw new InvalidArgumentException('origin must be such as https://shop.example');
        }
        $this->path = $returnTo === null ? null : Address::of($returnTo)->path;
    }

    public function originOf(Visit $visit): string
    {
        return $this->origin ?? $visit->origin;
    }

    /** A page that shows itself again, or else the page that a form or a script was on. Null: there is no origin. */
    public function of(Address $address, Visit $visit, Load $load): ?string
    {
        $shop = $this->originOf($visit);
        $own = Address::whole($shop, $address->cleaned());
        if ($own === null) {
            return null;
        }
        if ($this->returnTo !== null) {
            return $this->returnTo[0] === '/' ? Address::whole($shop, $this->returnTo) : $this->returnTo;
        }
        $referer = $visit->header('Referer') ?? '';
        if (($visit->method === 'GET' && $load !== Load::Program) || !str_starts_with($referer, "$shop/")) {
            return $own;
        }
        $from = Address::of($referer);
        return $this->paths->include($from->cleaned()) ? Address::whole($shop, $from->cleaned()) : $own;
    }
}
