<?php

/** Deletes the settings, with the secret. Ages stay: a shop that installs it anew asks as before. So do records of orders. */

declare(strict_types=1);

defined('WP_UNINSTALL_PLUGIN') || exit;

foreach (is_multisite() ? get_sites(['fields' => 'ids', 'number' => 0]) : [get_current_blog_id()] as $ageway_site) {
    is_multisite() && switch_to_blog($ageway_site);
    foreach (['url', 'key', 'secret', 'provider', 'language', 'record', 'fault'] as $ageway_option) {
        delete_option("ageway_$ageway_option");
    }
    is_multisite() && restore_current_blog();
}
