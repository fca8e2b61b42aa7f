<?php

declare(strict_types=1);

namespace Ageway\WooCommerce;

defined('ABSPATH') || exit;

/** The tab *Ageway* of WooCommerce's settings. */
final class SettingsTab extends \WC_Settings_Page
{
    private const NONCE = 'ageway_try';

    public function __construct()
    {
        $this->id = 'ageway';
        $this->label = 'Ageway';
        parent::__construct();
    }

    public function output(): void
    {
        $isTried = isset($_GET[self::NONCE]) && wp_verify_nonce(sanitize_key($_GET[self::NONCE]), self::NONCE) !== false;
        // Before the sentence, which knows what came of it.
        $tried = $isTried ? Status::tryIt() : [];
        [$level, $text] = Status::standing();
        $try = Settings::instance() === null ? '' : sprintf(
            '<p><a class="button" href="%s">%s</a> %s</p>',
            esc_url(add_query_arg(self::NONCE, wp_create_nonce(self::NONCE), Status::address())),
            esc_html__('Try it', 'ageway-for-woocommerce'),
            esc_html__('with what is saved', 'ageway-for-woocommerce'),
        );
        printf('<div class="notice inline notice-%s"><p><strong>%s</strong></p>%s</div>', esc_attr($level), esc_html($text), $try); // phpcs:ignore WordPress.Security.EscapeOutput
        foreach ($tried as [$isGood, $text]) {
            $said = make_clickable(esc_html($text)); // phpcs:ignore WordPress.Security.EscapeOutput
            printf('<div class="notice inline notice-%s"><p style="overflow-wrap:anywhere">%s</p></div>', $isGood ? 'success' : 'error', $said);
        }
        parent::output();
        printf('<h2>%s</h2><p>%s</p><ul class="ul-disc">', esc_html__('Not asked', 'ageway-for-woocommerce'), esc_html__('These orders do not come from a visitor of the shop, and ask for no age:', 'ageway-for-woocommerce'));
        foreach ([
            __('orders that somebody of the shop makes in the administration', 'ageway-for-woocommerce'),
            __('orders of the REST API with a key of the shop', 'ageway-for-woocommerce'),
            __('renewals of a subscription that are paid without the customer', 'ageway-for-woocommerce'),
        ] as $text) {
            printf('<li>%s</li>', esc_html($text));
        }
        echo '</ul>';
    }

    public function save(): void
    {
        parent::save();
        update_option('ageway_url', untrailingslashit(Settings::get('url')));
        // Asked anew by the next visitor, or by *Try it*.
        update_option('ageway_fault', '');
    }

    /** @return list<array<string, mixed>> */
    protected function get_settings_for_default_section(): array
    {
        $languages = array_combine(Settings::LANGUAGES, ['dansk', 'Deutsch', 'English', 'suomi', 'norsk bokmål', 'svenska']);
        return [
            ['type' => 'title', 'id' => 'ageway_section', 'title' => 'Ageway'],
            self::field('url', 'url', __('Address of the instance', 'ageway-for-woocommerce'), placeholder: 'https://age.example'),
            self::field('key', 'text', __('Plugin key', 'ageway-for-woocommerce'), placeholder: 'pk_test_…'),
            self::field('secret', 'password', __('Secret', 'ageway-for-woocommerce'), __('Only for a locked key: it begins with sk_.', 'ageway-for-woocommerce')),
            self::field('age', 'select', __('Minimum age of the shop', 'ageway-for-woocommerce'), __('For products that say none themselves, nor by a category.', 'ageway-for-woocommerce')) + [
                'options' => array_diff_key(ProductFields::choices(''), ['' => '']),
                'default' => '0',
            ],
            self::field('provider', 'select', __('eID', 'ageway-for-woocommerce')) + [
                'options' => ['s' => __('The first of the instance (s)', 'ageway-for-woocommerce'), 'b' => __('The second of the instance (b)', 'ageway-for-woocommerce')],
                'default' => 's',
            ],
            self::field('language', 'select', __('Language of the check', 'ageway-for-woocommerce')) + [
                'options' => ['' => __('As the page of the shop', 'ageway-for-woocommerce')] + $languages,
            ],
            self::field('record', 'text', __('Domain record', 'ageway-for-woocommerce'), sprintf(
                /* translators: %s: an address */
                __('What the dashboard wants to find at %s.', 'ageway-for-woocommerce'),
                Gatekeeper::origin() . '/.well-known/ageway-challenge.txt',
            )),
            ['type' => 'sectionend', 'id' => 'ageway_section'],
        ];
    }

    /** @return array<string, mixed> */
    private static function field(string $name, string $type, string $title, string $description = '', string $placeholder = ''): array
    {
        return [
            'id' => "ageway_$name",
            'type' => $type,
            'title' => $title,
            'desc' => $description,
            'placeholder' => $placeholder,
            'autoload' => true,
            'custom_attributes' => ['autocomplete' => 'off'],
        ];
    }
}
