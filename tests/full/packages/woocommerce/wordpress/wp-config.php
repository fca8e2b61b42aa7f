<?php

// Of the WordPress that the tests start: its database is a file, or MariaDB's at a socket; it asks nobody outside but the
// instance of the test.

define('DB_NAME', 'wordpress');
define('DB_DIR', __DIR__ . '/database/');
define('DB_FILE', 'wordpress.sqlite');
define('DB_HOST', 'localhost:' . getenv('DATABASE_SOCKET'));
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
    define("{$name}_KEY", "$name key of the tests");
    define("{$name}_SALT", "$name salt of the tests");
}
define('WP_HOME', getenv('SHOP_URL'));
define('WP_SITEURL', getenv('SHOP_URL'));
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
define('WP_DEBUG_LOG', '/dev/stderr');
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_ACCESSIBLE_HOSTS', 'localhost,127.0.0.1');
define('CONCATENATE_SCRIPTS', false);
$table_prefix = 'wp_';
require __DIR__ . '/wp-settings.php';
