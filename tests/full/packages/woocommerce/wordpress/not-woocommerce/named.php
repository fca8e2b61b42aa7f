<?php

declare(strict_types=1);

namespace Automattic\WooCommerce\StoreApi\Exceptions {
    final class RouteException extends \Exception
    {
        public function __construct(public readonly string $errorCode, string $message, int $status, public readonly array $data = [])
        {
            parent::__construct($message, $status);
        }
    }
}

namespace Automattic\WooCommerce\Utilities {
    final class FeaturesUtil
    {
        public static array $declared = [];

        public static function declare_compatibility(string $feature, string $file, bool $isCompatible): void
        {
            self::$declared[$feature] = $isCompatible;
        }
    }
}
