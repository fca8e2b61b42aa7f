<?php

// For shops without Composer: `require 'ageway/autoload.php';`.
spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'Ageway\\')) {
        return;
    }
    $file = __DIR__ . '/src/' . strtr(substr($class, 7), '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});
