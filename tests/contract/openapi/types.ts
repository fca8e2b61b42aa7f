// Made by openapi-typescript of docs/openapi.json, SHA-256 1a8becf27bc37f6ffd3774df6e3f609a0da969684925a50b05053512b8e01ffe.
export interface paths {
    "/api/url_generator_s/{pluginKey}/{device_id}/{age}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start a check at the first eID
         * @description Makes a link for one visitor. A program gets the link as JSON; a browser that navigates here is sent on at once, so a plain link in your page is enough. Calls from pages of every origin are answered (CORS). No answer may be stored.
         *
         *     A live check costs its price when it ends with a yes.
         *
         *     A device that proved this age a short while ago gets no second check until its token expires (`already_verified`), unless a page of a verified domain fetches.
         */
        get: operations["start_s"];
        put?: never;
        post?: never;
        delete?: never;
        /** May a page start a check at the first eID? */
        options: operations["preflight_s"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/url_generator_b/{pluginKey}/{device_id}/{age}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start a check at the second eID
         * @description Makes a link for one visitor. A program gets the link as JSON; a browser that navigates here is sent on at once, so a plain link in your page is enough. Calls from pages of every origin are answered (CORS). No answer may be stored.
         *
         *     A live check costs its price when its link is made.
         */
        get: operations["start_b"];
        put?: never;
        post?: never;
        delete?: never;
        /** May a page start a check at the second eID? */
        options: operations["preflight_b"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth_check/{token}/{device_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask what a token proves
         * @description For your backend only: there is no CORS. Let the visitor in if, and only if, the status is 200, `verified` is `true` and `age` is at least the age that you asked for. The token answers for 30 minutes, and you may ask again. Everything that proves nothing gets the same 404.
         */
        get: operations["check"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verify/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a link
         * @description For a browser. Opening it changes nothing, however often; the visitor’s press on its button takes the link for that browser.
         */
        get: operations["open_link"];
        put?: never;
        /**
         * The buttons of the visitor’s page
         * @description For the forms of our own page. Every press is answered by a redirect, so that a reload repeats nothing.
         */
        post: operations["confirm_or_leave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verify/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The way back from the eID
         * @description For the eID’s redirect (OpenID Connect). It shows no page of its own.
         */
        get: operations["callback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/device_id.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Give a browser an id
         * @description A classic script of less than 1 KB. It writes a UUID v4 under `localStorage['service_device_id']` if none is there, and sets `window.service_device_id`. It never changes an id that is there.
         */
        get: operations["device_id_script"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        /** May a page read this document? */
        options: operations["preflight_openapi"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Does the process run? */
        get: operations["live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * May traffic come?
         * @description For a load balancer: the database answers, has its next partition, and its clock agrees with ours.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Link: {
            /**
             * Format: uri
             * @description The page to send the visitor to. It is open for 10 minutes and works for one browser.
             * @example https://age.example/verify/s?session=8sN2kV0xQmZbT4cYwLr1uHfEaGdJpKiXoRvCnMtBq7A
             */
            url: string;
        };
        NoLink: {
            url: null;
        };
        ReturnAddress: {
            /**
             * @description The return address as you sent it, so that the visitor can go on there.
             * @example https://shop.example/age-check
             */
            url: string;
        };
        Yes: {
            /**
             * @description The age that was asked and is proven; never the visitor’s own.
             * @example 18
             * @enum {integer}
             */
            age: 16 | 18;
            /** @constant */
            verified: true;
            /**
             * @description The same as `age`.
             * @example 18
             * @enum {integer}
             */
            minimum_age: 16 | 18;
            /**
             * @description Which generator started the check.
             * @example s
             * @enum {string}
             */
            provider: "s" | "b";
            /**
             * @description Of the key that started it.
             * @example live
             * @enum {string}
             */
            mode: "live" | "test";
            /**
             * Format: date-time
             * @description When the eID proved it.
             * @example 2026-11-22T18:00:00.000Z
             */
            verified_at: string;
            /**
             * Format: date-time
             * @description Until then the token answers.
             * @example 2026-11-22T18:30:00.000Z
             */
            expires_at: string;
        };
        /** @description Too young, cancelled or not finished: which of them is not said. */
        No: {
            age: null;
            /** @constant */
            verified: false;
            /**
             * @description Which generator started the check.
             * @example s
             * @enum {string}
             */
            provider: "s" | "b";
            /**
             * @description Of the key that started it.
             * @example live
             * @enum {string}
             */
            mode: "live" | "test";
            /**
             * Format: date-time
             * @description Until then the token answers.
             * @example 2026-11-22T18:30:00.000Z
             */
            expires_at: string;
        };
        NoAnswer: {
            age: null;
            /** @constant */
            verified: false;
        };
        /** @description Problem details (RFC 9457), for a caller whose `Accept` names `application/problem+json`. */
        Problem: {
            /**
             * Format: uri
             * @description The page that explains the reason.
             * @example https://age.example/reasons/age_not_supported
             */
            type: string;
            /** @description The reason in a few words. */
            title: string;
            /** @description As of the answer. */
            status: number;
            /** @description What is wrong with this call, for a person. */
            detail: string;
            /** @description What to do, for a person. */
            fix: string;
            /**
             * @description Why the call was refused.
             * @enum {string}
             */
            reason: "method_not_allowed" | "speculative_load" | "domain_missing" | "age_not_supported" | "device_id_invalid" | "domain_invalid" | "idempotency_key_invalid" | "rate_limited" | "plugin_key_unknown" | "plugin_key_revoked" | "plugin_key_paused" | "secret_required" | "organization_suspended" | "eid_not_configured" | "subscription_inactive" | "spend_cap_reached" | "domain_not_verified" | "already_verified" | "idempotency_key_reused" | "token_unknown" | "not_found" | "service_unavailable";
            /**
             * @description Which of its causes the reason has.
             * @enum {string}
             */
            cause?: "prefetch" | "embedded" | "no_cors" | "wrong_length" | "wrong_characters" | "placeholder" | "twice" | "not_encoded" | "not_utf8" | "too_long" | "backslash" | "space" | "encoded_twice" | "no_scheme" | "not_https" | "user_in_address" | "address_not_name" | "host_invalid" | "empty" | "return_url" | "origin";
            /**
             * @description Eight letters and digits that find this call on the dashboard’s Checks page.
             * @example K7M2QX4R
             */
            reference?: string;
            /** @description Of a generator: as in the usual body. */
            url?: string | null;
            /** @description Of the token check: as in the usual body. */
            age?: null;
            /**
             * @description Of the token check: as in the usual body.
             * @constant
             */
            verified?: false;
        };
    };
    responses: {
        /** @description There is no page and no endpoint at this address. Check the path. */
        NotFound: {
            headers: {
                "Ageway-Version"?: string;
                /** @description Why the call was refused. */
                "Ageway-Reason": "not_found";
                Link?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "url": null
                 *     }
                 */
                "application/json": {
                    url: null;
                } | {
                    age: null;
                    /** @constant */
                    verified: false;
                } | {
                    /** @constant */
                    error: "not_found";
                };
                /**
                 * @example {
                 *       "type": "https://age.example/reasons/not_found",
                 *       "title": "Nothing at this address",
                 *       "status": 404,
                 *       "detail": "There is no page and no endpoint at this address.",
                 *       "reason": "not_found",
                 *       "fix": "Check the path.",
                 *       "url": null
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
                "text/html": string;
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The version of the API that this instance speaks. The second number grows with each addition, the first never without a notice (`Deprecation`, `Sunset`). */
        "Ageway-Version": string;
        /** @description Eight letters and digits that find this call on the dashboard’s Checks page. */
        "Ageway-Reference": string;
        /** @description The page that explains the reason. */
        Link: string;
        /** @description In how many seconds to try again. */
        "Retry-After": number;
        /** @description The limit that is exhausted, what is left of it (`r`), and in how many seconds there is more (`t`). */
        RateLimit: string;
        /** @description How many calls the exhausted limit allows (`q`) within how many seconds (`w`). */
        "RateLimit-Policy": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    start_s: {
        parameters: {
            query: {
                /** @description The page that the visitor comes back to, with `token_age_verified` added: `https://`, given once, percent-encoded in UTF-8. Its host is a verified domain of yours. A test key may also return to a machine or network of your own. */
                domain: string;
                /** @description The language of the visitor’s page. A locale will do, such as da-DK or nb_NO; another language counts as none. */
                lang?: "da" | "de" | "en" | "nb" | "fi" | "sv";
            };
            header?: {
                /** @description Within 24 hours the same key with the same parameters gets the same link and costs nothing more; with other parameters it is refused (409). Without a secret it belongs to its device id. */
                "Idempotency-Key"?: string;
                /** @description Which visitor asks, so that one of them cannot start check after check: the HMAC-SHA256 of the visitor’s address under the secret of the key, as base64url without `=`. It counts only beside that secret; another value counts as none. */
                "Ageway-Visitor"?: string;
            };
            path: {
                /** @description Your plugin key: public, so it may stand in a page. */
                pluginKey: string;
                /** @description The visitor’s device: a UUID v4 that you made. A placeholder such as `undefined` is refused. */
                device_id: string;
                /** @description The minimum age to prove, written exactly so. */
                age: "16" | "18";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://age.example/verify/s?session=8sN2kV0xQmZbT4cYwLr1uHfEaGdJpKiXoRvCnMtBq7A"
                     *     }
                     */
                    "application/json": components["schemas"]["Link"];
                };
            };
            /** @description For a browser that navigates here: on to the link; or back to the return address, where its host is verified, with the reason why there is no check. */
            303: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Where the browser goes. */
                    Location: string;
                    "Ageway-Reason"?: "plugin_key_revoked" | "plugin_key_paused" | "secret_required" | "organization_suspended" | "eid_not_configured" | "subscription_inactive" | "spend_cap_reached" | "domain_not_verified" | "already_verified";
                    /** @description Which of its causes the reason has. */
                    "Ageway-Detail"?: "return_url" | "origin";
                    Link?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `age_not_supported`: The age is not 16 or 18. Write exactly 16 or 18.
             *
             *     `device_id_invalid`: The device id is malformed, or a placeholder such as `undefined`. Use a new UUID for each visitor, made before the page calls us.
             *
             *     `domain_invalid`: The return address is not a plain `https://` address. Give the whole `https://` address of the page, percent-encoded once.
             *
             *     `idempotency_key_invalid`: The header `Idempotency-Key` is empty or too long. Send 1 to 255 characters, or leave it out.
             */
            400: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "age_not_supported" | "device_id_invalid" | "domain_invalid" | "idempotency_key_invalid";
                    /** @description Which of its causes the reason has. */
                    "Ageway-Detail"?: "wrong_length" | "wrong_characters" | "placeholder" | "twice" | "not_encoded" | "not_utf8" | "too_long" | "backslash" | "space" | "encoded_twice" | "no_scheme" | "not_https" | "user_in_address" | "address_not_name" | "host_invalid" | "empty";
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": null
                     *     }
                     */
                    "application/json": components["schemas"]["NoLink"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/age_not_supported",
                     *       "title": "Age not supported",
                     *       "status": 400,
                     *       "detail": "The age is not 16 or 18.",
                     *       "reason": "age_not_supported",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Write exactly 16 or 18.",
                     *       "url": null
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
            /**
             * @description `plugin_key_unknown`: There is no such plugin key. Copy the key again in full.
             *
             *     `plugin_key_revoked`: This key was revoked, or its time ran out. Use a current key in your shop.
             *
             *     `plugin_key_paused`: This key is paused, and all its calls are refused. Resume the key, or use another one.
             *
             *     `secret_required`: The key is locked, and the call did not carry its secret. Start checks from your backend with the secret, or unlock the key.
             *
             *     `organization_suspended`: This organization is suspended. Ask the operator of this service.
             *
             *     `eid_not_configured`: This service has no eID at this address for keys of this kind. Use the other address, or ask the operator of this service.
             *
             *     `subscription_inactive`: The subscription does not allow live checks. Choose a plan, or use a test key.
             *
             *     `spend_cap_reached`: This month’s spend cap is reached, including what checks under way have reserved. Raise the cap, or wait for the next month.
             *
             *     `domain_not_verified`: The host is not a verified domain of yours. Verify it. On your own machine, use a test key.
             *
             *     `already_verified`: This device proved its age a short while ago, and your key refuses a new check. This lets nobody in: ask the token check again about the token that you kept.
             */
            403: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "plugin_key_unknown" | "plugin_key_revoked" | "plugin_key_paused" | "secret_required" | "organization_suspended" | "eid_not_configured" | "subscription_inactive" | "spend_cap_reached" | "domain_not_verified" | "already_verified";
                    /** @description Which of its causes the reason has. */
                    "Ageway-Detail"?: "return_url" | "origin";
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://shop.example/age-check"
                     *     }
                     */
                    "application/json": components["schemas"]["ReturnAddress"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/plugin_key_unknown",
                     *       "title": "Key unknown",
                     *       "status": 403,
                     *       "detail": "There is no such plugin key.",
                     *       "reason": "plugin_key_unknown",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Copy the key again in full.",
                     *       "url": "https://shop.example/age-check"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
            /** @description `domain_missing`: The parameter `domain` is missing or empty. Add `domain=` with the page that the visitor returns to, percent-encoded. */
            404: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "domain_missing";
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": null
                     *     }
                     */
                    "application/json": components["schemas"]["NoLink"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/domain_missing",
                     *       "title": "Return address missing",
                     *       "status": 404,
                     *       "detail": "The parameter domain is missing or empty.",
                     *       "reason": "domain_missing",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Add domain= with the page that the visitor returns to, percent-encoded.",
                     *       "url": null
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
            /** @description `method_not_allowed`: The call did not use GET. Call the address with GET. */
            405: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "method_not_allowed";
                    Link: components["headers"]["Link"];
                    /** @description The methods that this address answers. */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": null
                     *     }
                     */
                    "application/json": components["schemas"]["NoLink"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/method_not_allowed",
                     *       "title": "Wrong method",
                     *       "status": 405,
                     *       "detail": "The call did not use GET.",
                     *       "reason": "method_not_allowed",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Call the address with GET.",
                     *       "url": null
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
            /** @description `idempotency_key_reused`: The same `Idempotency-Key` came with other parameters before. Use a new key for a new request. */
            409: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "idempotency_key_reused";
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": null
                     *     }
                     */
                    "application/json": components["schemas"]["NoLink"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/idempotency_key_reused",
                     *       "title": "Idempotency key reused",
                     *       "status": 409,
                     *       "detail": "The same Idempotency-Key came with other parameters before.",
                     *       "reason": "idempotency_key_reused",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Use a new key for a new request.",
                     *       "url": null
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
            /** @description `rate_limited`: There were too many calls in a minute. Wait as long as `Retry-After` says, or raise the limit of the key. */
            429: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "rate_limited";
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": null
                     *     }
                     */
                    "application/json": components["schemas"]["NoLink"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/rate_limited",
                     *       "title": "Too many calls",
                     *       "status": 429,
                     *       "detail": "There were too many calls in a minute.",
                     *       "reason": "rate_limited",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Wait as long as Retry-After says, or raise the limit of the key.",
                     *       "url": null
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
            /**
             * @description `speculative_load`: A browser loaded the address ahead of time, in a frame, or without CORS. Start a check only when the visitor asks for it.
             *
             *     `service_unavailable`: We could not answer in time, and cannot say whether the call was stored. Try again as `Retry-After` says.
             */
            503: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "speculative_load" | "service_unavailable";
                    /** @description Which of its causes the reason has. */
                    "Ageway-Detail"?: "prefetch" | "embedded" | "no_cors";
                    Link: components["headers"]["Link"];
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": null
                     *     }
                     */
                    "application/json": components["schemas"]["NoLink"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/speculative_load",
                     *       "title": "Not started by a visitor",
                     *       "status": 503,
                     *       "detail": "A browser loads the address ahead of time. Put rel=nofollow on the link, and leave it out of what your page preloads.",
                     *       "reason": "speculative_load",
                     *       "cause": "prefetch",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Start a check only when the visitor asks for it.",
                     *       "url": null
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
        };
    };
    preflight_s: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Your plugin key: public, so it may stand in a page. */
                pluginKey: string;
                /** @description The visitor’s device: a UUID v4 that you made. A placeholder such as `undefined` is refused. */
                device_id: string;
                /** @description The minimum age to prove, written exactly so. */
                age: "16" | "18";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every header is allowed, also `Authorization`, from every origin. */
            204: {
                headers: {
                    "Ageway-Version"?: string;
                    /** @description The methods that this address answers. */
                    Allow: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    start_b: {
        parameters: {
            query: {
                /** @description The page that the visitor comes back to, with `token_age_verified` added: `https://`, given once, percent-encoded in UTF-8. Its host is a verified domain of yours. A test key may also return to a machine or network of your own. */
                domain: string;
                /** @description The language of the visitor’s page. A locale will do, such as da-DK or nb_NO; another language counts as none. */
                lang?: "da" | "de" | "en" | "nb" | "fi" | "sv";
            };
            header?: {
                /** @description Within 24 hours the same key with the same parameters gets the same link and costs nothing more; with other parameters it is refused (409). Without a secret it belongs to its device id. */
                "Idempotency-Key"?: string;
                /** @description Which visitor asks, so that one of them cannot start check after check: the HMAC-SHA256 of the visitor’s address under the secret of the key, as base64url without `=`. It counts only beside that secret; another value counts as none. */
                "Ageway-Visitor"?: string;
            };
            path: {
                /** @description Your plugin key: public, so it may stand in a page. */
                pluginKey: string;
                /** @description The visitor’s device: a UUID v4 that you made. A placeholder such as `undefined` is refused. */
                device_id: string;
                /** @description The minimum age to prove, written exactly so. */
                age: "16" | "18";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://age.example/verify/b?session=8sN2kV0xQmZbT4cYwLr1uHfEaGdJpKiXoRvCnMtBq7A"
                     *     }
                     */
                    "application/json": components["schemas"]["Link"];
                };
            };
            /** @description For a browser that navigates here: on to the link; or back to the return address, where its host is verified, with the reason why there is no check. */
            303: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Where the browser goes. */
                    Location: string;
                    "Ageway-Reason"?: "plugin_key_revoked" | "plugin_key_paused" | "secret_required" | "organization_suspended" | "eid_not_configured" | "subscription_inactive" | "spend_cap_reached" | "domain_not_verified";
                    /** @description Which of its causes the reason has. */
                    "Ageway-Detail"?: "return_url" | "origin";
                    Link?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `age_not_supported`: The age is not 16 or 18. Write exactly 16 or 18.
             *
             *     `device_id_invalid`: The device id is malformed, or a placeholder such as `undefined`. Use a new UUID for each visitor, made before the page calls us.
             *
             *     `domain_invalid`: The return address is not a plain `https://` address. Give the whole `https://` address of the page, percent-encoded once.
             *
             *     `idempotency_key_invalid`: The header `Idempotency-Key` is empty or too long. Send 1 to 255 characters, or leave it out.
             */
            400: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "age_not_supported" | "device_id_invalid" | "domain_invalid" | "idempotency_key_invalid";
                    /** @description Which of its causes the reason has. */
                    "Ageway-Detail"?: "wrong_length" | "wrong_characters" | "placeholder" | "twice" | "not_encoded" | "not_utf8" | "too_long" | "backslash" | "space" | "encoded_twice" | "no_scheme" | "not_https" | "user_in_address" | "address_not_name" | "host_invalid" | "empty";
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": null
                     *     }
                     */
                    "application/json": components["schemas"]["NoLink"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/age_not_supported",
                     *       "title": "Age not supported",
                     *       "status": 400,
                     *       "detail": "The age is not 16 or 18.",
                     *       "reason": "age_not_supported",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Write exactly 16 or 18.",
                     *       "url": null
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
            /**
             * @description `plugin_key_unknown`: There is no such plugin key. Copy the key again in full.
             *
             *     `plugin_key_revoked`: This key was revoked, or its time ran out. Use a current key in your shop.
             *
             *     `plugin_key_paused`: This key is paused, and all its calls are refused. Resume the key, or use another one.
             *
             *     `secret_required`: The key is locked, and the call did not carry its secret. Start checks from your backend with the secret, or unlock the key.
             *
             *     `organization_suspended`: This organization is suspended. Ask the operator of this service.
             *
             *     `eid_not_configured`: This service has no eID at this address for keys of this kind. Use the other address, or ask the operator of this service.
             *
             *     `subscription_inactive`: The subscription does not allow live checks. Choose a plan, or use a test key.
             *
             *     `spend_cap_reached`: This month’s spend cap is reached, including what checks under way have reserved. Raise the cap, or wait for the next month.
             *
             *     `domain_not_verified`: The host is not a verified domain of yours. Verify it. On your own machine, use a test key.
             */
            403: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "plugin_key_unknown" | "plugin_key_revoked" | "plugin_key_paused" | "secret_required" | "organization_suspended" | "eid_not_configured" | "subscription_inactive" | "spend_cap_reached" | "domain_not_verified";
                    /** @description Which of its causes the reason has. */
                    "Ageway-Detail"?: "return_url" | "origin";
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://shop.example/age-check"
                     *     }
                     */
                    "application/json": components["schemas"]["ReturnAddress"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/plugin_key_unknown",
                     *       "title": "Key unknown",
                     *       "status": 403,
                     *       "detail": "There is no such plugin key.",
                     *       "reason": "plugin_key_unknown",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Copy the key again in full.",
                     *       "url": "https://shop.example/age-check"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
            /** @description `domain_missing`: The parameter `domain` is missing or empty. Add `domain=` with the page that the visitor returns to, percent-encoded. */
            404: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "domain_missing";
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": null
                     *     }
                     */
                    "application/json": components["schemas"]["NoLink"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/domain_missing",
                     *       "title": "Return address missing",
                     *       "status": 404,
                     *       "detail": "The parameter domain is missing or empty.",
                     *       "reason": "domain_missing",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Add domain= with the page that the visitor returns to, percent-encoded.",
                     *       "url": null
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
            /** @description `method_not_allowed`: The call did not use GET. Call the address with GET. */
            405: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "method_not_allowed";
                    Link: components["headers"]["Link"];
                    /** @description The methods that this address answers. */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": null
                     *     }
                     */
                    "application/json": components["schemas"]["NoLink"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/method_not_allowed",
                     *       "title": "Wrong method",
                     *       "status": 405,
                     *       "detail": "The call did not use GET.",
                     *       "reason": "method_not_allowed",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Call the address with GET.",
                     *       "url": null
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
            /** @description `idempotency_key_reused`: The same `Idempotency-Key` came with other parameters before. Use a new key for a new request. */
            409: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "idempotency_key_reused";
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": null
                     *     }
                     */
                    "application/json": components["schemas"]["NoLink"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/idempotency_key_reused",
                     *       "title": "Idempotency key reused",
                     *       "status": 409,
                     *       "detail": "The same Idempotency-Key came with other parameters before.",
                     *       "reason": "idempotency_key_reused",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Use a new key for a new request.",
                     *       "url": null
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
            /** @description `rate_limited`: There were too many calls in a minute. Wait as long as `Retry-After` says, or raise the limit of the key. */
            429: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "rate_limited";
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": null
                     *     }
                     */
                    "application/json": components["schemas"]["NoLink"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/rate_limited",
                     *       "title": "Too many calls",
                     *       "status": 429,
                     *       "detail": "There were too many calls in a minute.",
                     *       "reason": "rate_limited",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Wait as long as Retry-After says, or raise the limit of the key.",
                     *       "url": null
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
            /**
             * @description `speculative_load`: A browser loaded the address ahead of time, in a frame, or without CORS. Start a check only when the visitor asks for it.
             *
             *     `service_unavailable`: We could not answer in time, and cannot say whether the call was stored. Try again as `Retry-After` says.
             */
            503: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "speculative_load" | "service_unavailable";
                    /** @description Which of its causes the reason has. */
                    "Ageway-Detail"?: "prefetch" | "embedded" | "no_cors";
                    Link: components["headers"]["Link"];
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": null
                     *     }
                     */
                    "application/json": components["schemas"]["NoLink"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/speculative_load",
                     *       "title": "Not started by a visitor",
                     *       "status": 503,
                     *       "detail": "A browser loads the address ahead of time. Put rel=nofollow on the link, and leave it out of what your page preloads.",
                     *       "reason": "speculative_load",
                     *       "cause": "prefetch",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Start a check only when the visitor asks for it.",
                     *       "url": null
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                    "text/html": string;
                };
            };
        };
    };
    preflight_b: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Your plugin key: public, so it may stand in a page. */
                pluginKey: string;
                /** @description The visitor’s device: a UUID v4 that you made. A placeholder such as `undefined` is refused. */
                device_id: string;
                /** @description The minimum age to prove, written exactly so. */
                age: "16" | "18";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every header is allowed, also `Authorization`, from every origin. */
            204: {
                headers: {
                    "Ageway-Version"?: string;
                    /** @description The methods that this address answers. */
                    Allow: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    check: {
        parameters: {
            query?: {
                /** @description The key that started the check. Always send it: then no token of another shop answers. A test token answers to nothing else. */
                plugin_key?: string;
                /** @description `1`: only the first question gets the yes. Ask so if you keep the answer, not the token. */
                once?: "0" | "1";
            };
            header?: never;
            path: {
                /** @description What came back as `token_age_verified`. */
                token: string;
                /** @description The visitor’s device: a UUID v4 that you made. A placeholder such as `undefined` is refused. */
                device_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A yes or a no. */
            200: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Yes"] | components["schemas"]["No"];
                };
            };
            /** @description `token_unknown`: There is no such token, or it is not yours. Send the token exactly as it came back to your page. */
            404: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "token_unknown";
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "age": null,
                     *       "verified": false
                     *     }
                     */
                    "application/json": components["schemas"]["NoAnswer"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/token_unknown",
                     *       "title": "Token unknown",
                     *       "status": 404,
                     *       "detail": "There is no such token, or it is not yours.",
                     *       "reason": "token_unknown",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Send the token exactly as it came back to your page.",
                     *       "age": null,
                     *       "verified": false
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `method_not_allowed`: The token check did not use GET. Ask with GET. */
            405: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "method_not_allowed";
                    Link: components["headers"]["Link"];
                    /** @description The methods that this address answers. */
                    Allow: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "age": null,
                     *       "verified": false
                     *     }
                     */
                    "application/json": components["schemas"]["NoAnswer"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/method_not_allowed",
                     *       "title": "Wrong method",
                     *       "status": 405,
                     *       "detail": "The call did not use GET.",
                     *       "reason": "method_not_allowed",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Call the address with GET.",
                     *       "age": null,
                     *       "verified": false
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: There were too many token checks in a minute. Ask once, and keep the answer. */
            429: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "rate_limited";
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "age": null,
                     *       "verified": false
                     *     }
                     */
                    "application/json": components["schemas"]["NoAnswer"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/rate_limited",
                     *       "title": "Too many calls",
                     *       "status": 429,
                     *       "detail": "There were too many calls in a minute.",
                     *       "reason": "rate_limited",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Wait as long as Retry-After says, or raise the limit of the key.",
                     *       "age": null,
                     *       "verified": false
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service_unavailable`: We could not look the token up in time. Ask again as `Retry-After` says. Until then it is neither yes nor no. */
            503: {
                headers: {
                    "Ageway-Version": components["headers"]["Ageway-Version"];
                    "Ageway-Reference": components["headers"]["Ageway-Reference"];
                    /** @description Why the call was refused. */
                    "Ageway-Reason": "service_unavailable";
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "age": null,
                     *       "verified": false
                     *     }
                     */
                    "application/json": components["schemas"]["NoAnswer"];
                    /**
                     * @example {
                     *       "type": "https://age.example/reasons/service_unavailable",
                     *       "title": "No answer in time",
                     *       "status": 503,
                     *       "detail": "We could not answer in time, and cannot say whether the call was stored.",
                     *       "reason": "service_unavailable",
                     *       "reference": "K7M2QX4R",
                     *       "fix": "Try again as Retry-After says.",
                     *       "age": null,
                     *       "verified": false
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    open_link: {
        parameters: {
            query: {
                /** @description Names the check. It is part of the link that a generator answers. */
                session: string;
                /** @description The language of the page. */
                lang?: "da" | "de" | "en" | "nb" | "fi" | "sv";
                /** @description Set by our own redirect. */
                do?: "returned";
            };
            header?: never;
            path: {
                /** @description Which eID. */
                provider: "s" | "b";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page of an open link; or how the check stands, named by `Ageway-Reason`. */
            200: {
                headers: {
                    "Ageway-Reason"?: "too_young" | "cancelled" | "eid_timeout" | "eid_no_age" | "eid_refused" | "in_app_browser";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description On to the eID, home to the shop with `token_age_verified`, or back to the link. */
            303: {
                headers: {
                    /** @description Where the browser goes. */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The address lacks a part. */
            400: {
                headers: {
                    /** @description Which page it is. */
                    "Ageway-Reason": "link_incomplete";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The shop cannot take checks now. */
            403: {
                headers: {
                    /** @description Which page it is. */
                    "Ageway-Reason": "shop_unavailable";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: components["responses"]["NotFound"];
            /** @description This address does not answer the method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Another browser came back from the eID. */
            409: {
                headers: {
                    /** @description Which page it is. */
                    "Ageway-Reason": "other_browser";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link is used or expired. */
            410: {
                headers: {
                    /** @description Which page it is. */
                    "Ageway-Reason": "expired" | "forgotten" | "used";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    /** @description Which page it is. */
                    "Ageway-Reason": "internal";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The eID or our database is away. */
            503: {
                headers: {
                    /** @description Which page it is. */
                    "Ageway-Reason": "eid_down" | "service_unavailable";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    confirm_or_leave: {
        parameters: {
            query: {
                /** @description Names the check. It is part of the link that a generator answers. */
                session: string;
                /** @description The language of the page. */
                lang?: "da" | "de" | "en" | "nb" | "fi" | "sv";
                /** @description On to the eID, or home without a yes. */
                do: "confirm" | "leave";
            };
            header?: never;
            path: {
                /** @description Which eID. */
                provider: "s" | "b";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page of an open link; or how the check stands, named by `Ageway-Reason`. */
            200: {
                headers: {
                    "Ageway-Reason"?: "too_young" | "cancelled" | "eid_timeout" | "eid_no_age" | "eid_refused" | "in_app_browser" | "cookies_blocked";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description On to the eID, home to the shop with `token_age_verified`, or back to the link. */
            303: {
                headers: {
                    /** @description Where the browser goes. */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The address lacks a part. */
            400: {
                headers: {
                    /** @description Which page it is. */
                    "Ageway-Reason": "link_incomplete";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The shop cannot take checks now. */
            403: {
                headers: {
                    /** @description Which page it is. */
                    "Ageway-Reason": "shop_unavailable";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: components["responses"]["NotFound"];
            /** @description This address does not answer the method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Another browser came back from the eID. */
            409: {
                headers: {
                    /** @description Which page it is. */
                    "Ageway-Reason": "other_browser";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link is used or expired. */
            410: {
                headers: {
                    /** @description Which page it is. */
                    "Ageway-Reason": "expired" | "forgotten" | "used";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    /** @description Which page it is. */
                    "Ageway-Reason": "internal";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The eID or our database is away. */
            503: {
                headers: {
                    /** @description Which page it is. */
                    "Ageway-Reason": "eid_down" | "service_unavailable";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    callback: {
        parameters: {
            query?: {
                /** @description Names the visit to the eID. */
                state?: string;
                /** @description The eID’s authorization code. */
                code?: string;
            };
            header?: never;
            path: {
                /** @description Which eID. */
                provider: "s" | "b";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description On to the eID, home to the shop with `token_age_verified`, or back to the link. */
            303: {
                headers: {
                    /** @description Where the browser goes. */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            /** @description This address does not answer the method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    /** @description Which page it is. */
                    "Ageway-Reason": "internal";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The eID or our database is away. */
            503: {
                headers: {
                    /** @description Which page it is. */
                    "Ageway-Reason": "eid_down" | "service_unavailable";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    device_id_script: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The script. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example window.service_device_id = localStorage.getItem('service_device_id'); */
                    "application/javascript": string;
                };
            };
            /** @description As the reader has it (`If-None-Match`). */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description This address does not answer the method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI document, version 3.1.1, with this instance’s address as its server. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.1"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        openapi: "3.1.1";
                    };
                };
            };
            /** @description As the reader has it (`If-None-Match`). */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description This address does not answer the method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    preflight_openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every header is allowed, also `Authorization`, from every origin. */
            204: {
                headers: {
                    "Ageway-Version"?: string;
                    /** @description The methods that this address answers. */
                    Allow: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "live"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "live";
                    };
                };
            };
            /** @description This address does not answer the method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "This address takes no such request.";
                };
            };
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It may. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ready";
                    };
                };
            };
            /** @description This address does not answer the method. */
            405: {
                headers: {
                    Allow?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It may not. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "not ready",
                     *       "reason": "database_away"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "not ready";
                        /** @enum {string} */
                        reason: "database_away" | "partitions_missing" | "clock_wrong" | "stopping";
                    };
                };
            };
        };
    };
}
