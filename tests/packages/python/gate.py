"""Holds the gate to its promises through a framework, and meets every case of `packages/gate-test/cases.json` with it.

Its order: `{"framework", "url", "check"}` on stdin. Prints a line of JSON for each.
"""

import base64
import hmac
import json
import logging
import re
import sys
import threading
import traceback
from datetime import datetime, timedelta, timezone
from html import unescape
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

from ageway import Ageway, is_confirmed
from ageway.closed import Closed
from ageway.gate import Gate, Pass, Visit
from ageway.visitor import prefix_of
from api import AWAY, LINK, NO, PROVEN, Api, yes
from shops import SHOPS

ORDER = json.load(sys.stdin)
Shop = SHOPS[ORDER["framework"]]
NAVIGATION = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Accept": "text/html,*/*;q=0.8"}
KEY = "pk_test_gate"
api = Api()
PROMISES = []


def promise(told):
    PROMISES.append(told)
    return told


def open_shop(secret=None, **options):
    api.will()
    return Shop(Ageway(api.url, KEY, secret, timeout=10), **options)


def is_open(heard):
    assert (heard.status == 200) == ("Welcome" in heard.body), heard
    return heard.status == 200


def started(shop, path="/checkout", headers=NAVIGATION):
    """Begins a check by a navigation; answers the query of the generator."""
    heard = shop.ask(path, headers=headers)
    assert heard.status == 303, heard
    return urlsplit(heard.headers["Location"]), heard


def later(**time):
    return (datetime.now(timezone.utc) + timedelta(**time)).isoformat()


def confirmed(shop, **changes):
    state = {"deviceId": "d", "age": 18, "until": later(minutes=20), "pluginKey": KEY, **changes}
    shop.put({name: value for name, value in state.items() if value is not None})


def link_in(heard):
    (link,) = re.findall(r'<a rel="nofollow" href="([^"]+)">', heard.body)
    return unescape(link)


@promise
def a_navigation_is_sent_to_the_start_and_comes_back_to_the_same_address():
    shop = open_shop()
    link, heard = started(shop, "/checkout/pay?wine=r%C3%B8d&&n=2")
    device = shop.state()["deviceId"]
    assert link.geturl().startswith(f"{api.url}/api/url_generator_s/{KEY}/{device}/18?"), link
    assert parse_qs(link.query)["domain"] == ["https://shop.example/checkout/pay?wine=r%C3%B8d&n=2"], link
    assert heard.headers["Cache-Control"] == "no-store"
    assert started(shop, "/checkout?age_check=start")[0].path == link.path, "the tabs of a session share its device id"
    assert api.asked == []


@promise
def whoever_was_sent_away_and_brings_nothing_home_sees_a_page_and_later_gets_another_device():
    shop = open_shop()
    link, _ = started(shop)
    page = shop.ask("/checkout", headers=NAVIGATION)
    assert page.status == 403 and "Confirm that you are 18 or over" in page.body, page
    assert started(shop, link_in(page))[0].path == link.path
    assert started(shop, link_in(page))[0].path != link.path, "its proof may live where this browser cannot fetch it"
    api.will(yes())
    shop.ask("/checkout?token_age_verified=tok", headers=NAVIGATION)
    assert is_open(shop.ask("/checkout")) and "sent" not in shop.state()


@promise
def an_adult_comes_home_to_an_address_without_the_token_and_is_let_in():
    shop = open_shop()
    started(shop)
    device = shop.state()["deviceId"]
    api.will(yes())
    home = shop.ask("/checkout?a=%2f&token_age_verified=tok&b=+", headers=NAVIGATION)
    assert (home.status, home.headers["Location"]) == (303, "/checkout?a=%2f&b=+"), home
    assert (home.headers["Cache-Control"], home.headers["Referrer-Policy"]) == ("no-store", "no-referrer")
    assert api.asked == [f"/api/auth_check/tok/{device}?plugin_key={KEY}"], api.asked
    assert sorted(shop.state()) == ["age", "deviceId", "pluginKey", "until"] and "tok" not in str(shop.state())
    for method in ("GET", "POST", "HEAD"):
        heard = shop.ask("/checkout", method)
        assert (heard.status, heard.headers["Cache-Control"]) == (200, "private, no-cache"), heard
    assert is_open(shop.ask("/checkout", headers={"Sec-Purpose": "prefetch"}))
    assert api.asked[1:] == [], "nobody is asked again for the time of the yes"


@promise
def no_shared_cache_may_keep_what_is_gated_whatever_the_view_or_what_comes_after_it_sets():
    shop = open_shop()
    for case in ORDER["cache"]:
        for moment in ("X-View", "X-Last", "X-Anew"):
            fields = {moment: json.dumps(case["given"])}
            confirmed(shop)
            opened = shop.ask("/checkout", headers=fields)
            assert is_open(opened), (case, opened)
            assert opened.headers["Cache-Control"] in (case["leaves"], "private, no-cache"), (case, opened.headers)
            shop.begin_anew()
            closed = shop.ask("/checkout", headers={**NAVIGATION, **fields})
            assert closed.status == 303 and re.search("private|no-store", closed.headers["Cache-Control"]), closed
            for heard in (opened, closed):
                told = {name.lower() for name in heard.headers}
                assert told.isdisjoint({name.lower() for name in case["given"]} - {"cache-control"}), (case, heard)
                assert not re.search('public|s-maxage|"', heard.headers["Cache-Control"]), (case, heard)
    confirmed(shop)
    assert shop.ask("/checkout", headers={"X-Silent": "1"}).headers["Cache-Control"] == "private, no-cache"
    free = shop.ask("/", headers={"X-Last": json.dumps({"Cache-Control": "public"})})
    assert free.headers["Cache-Control"] == "public", free


@promise
def no_session_has_a_yes_to_an_age_that_nobody_asks_for():
    shop = open_shop()
    confirmed(shop)
    session, client = {"ageway": shop.state()}, Ageway(api.url, KEY)
    assert is_confirmed(session, client, 18) and is_confirmed(session, client, 16)
    assert not any(is_confirmed(session, client, age) for age in (0, 15, 17, True, "18", None, 18.0))


@promise
def an_expression_closes_to_every_visitor_who_asks():
    for match in (re.compile("^/Wines"), iter(["/Wines"]), lambda path: path.startswith("/Wines")):
        shop = open_shop(match=match)
        for _ in range(3):
            shop.begin_anew()
            assert not is_open(shop.ask("/Wines/3")), match


@promise
def a_start_of_a_locked_key_carries_a_digest_of_what_counts_of_the_visitors_address():
    for case in ORDER["visitor"]:
        assert prefix_of(case["address"], case["forwarded"]) == case["prefix"], case
    key = b"sk_gate"
    digest = base64.urlsafe_b64encode(hmac.new(key, b"203.0.113.7", "sha256").digest()).decode().rstrip("=")
    shop = open_shop(secret=key.decode(), visitor=lambda visit: visit.header("X-Real-Address"))
    for address, expected in (("203.0.113.7", digest), ("10.0.0.1", None)):
        shop.begin_anew()
        api.will(LINK)
        assert shop.ask("/checkout", headers={**NAVIGATION, "X-Real-Address": address}).status == 303
        assert api.visitor == expected, (address, api.visitor)
    # The address of these tests is the machine's own.
    shop = open_shop(secret=key.decode())
    api.will(LINK)
    assert shop.ask("/checkout", headers=NAVIGATION).status == 303 and api.visitor is None


@promise
def whatever_is_no_clear_yes_keeps_it_closed_and_nobody_is_sent_in_circles():
    for answer in (NO, yes(age=16), yes(minutes=-1)):
        shop = open_shop()
        started(shop)
        api.will(answer)
        home = shop.ask("/checkout?token_age_verified=tok", headers=NAVIGATION)
        assert (home.status, home.headers["Location"]) == (303, "/checkout"), home
        again = shop.ask("/checkout", headers=NAVIGATION)
        assert again.status == 403 and "Your age is not confirmed" in again.body, again
        assert link_in(again) == "/checkout?age_check=start", again
        api.will(yes())
        shop.ask("/checkout?token_age_verified=tok", headers=NAVIGATION)
        assert is_open(shop.ask("/checkout")) and "asked" not in shop.state()


@promise
def the_token_of_another_session_says_nothing_of_this_one():
    shop = open_shop()
    started(shop)
    api.will((404, {}, {}))
    assert shop.ask("/checkout?token_age_verified=tok", headers=NAVIGATION).status == 303
    page = shop.ask("/checkout", headers=NAVIGATION)
    assert page.status == 403 and "Confirm that you are 18 or over" in page.body, page


@promise
def a_browser_that_keeps_no_cookie_is_told_so_and_goes_to_no_other_check():
    shop = open_shop()
    home = shop.ask("/checkout?n=1&token_age_verified=tok", headers=NAVIGATION)
    assert home.status == 403 and "allow cookies" in home.body and "Set-Cookie" not in home.headers, home
    again = link_in(home)
    assert again == "/checkout?n=1&token_age_verified=tok&age_check=start", home
    assert (api.asked, shop.state()) == ([], None)
    assert parse_qs(started(shop, again)[0].query)["domain"] == ["https://shop.example/checkout?n=1"]


@promise
def a_cookie_that_comes_only_with_a_press_is_enough():
    shop = open_shop()
    started(shop)
    api.will(yes())
    home = shop.ask("/checkout?token_age_verified=tok&age_check=start", headers=NAVIGATION)
    assert (home.status, home.headers["Location"]) == (303, "/checkout"), home
    assert is_open(shop.ask("/checkout"))


@promise
def the_answer_of_a_check_before_another_device_counts():
    shop = open_shop()
    first, _ = started(shop)
    for _ in range(2):
        last, _ = started(shop, "/checkout?age_check=start")
    assert first.path != last.path
    api.will((404, {}, {}), yes())
    shop.ask("/checkout?token_age_verified=tok", headers=NAVIGATION)
    assert is_open(shop.ask("/checkout")), [asked.split("/")[4] for asked in api.asked]
    assert [asked.split("/")[4][:36] in path for asked, path in zip(api.asked, (last.path, first.path))] == [True, True]


@promise
def while_nobody_answers_about_a_token_it_stays_in_the_address_and_a_press_asks_again():
    shop = open_shop()
    for answers in ((AWAY, AWAY), ((429, {}, {}),)):
        started(shop, "/checkout?age_check=start")
        api.will(*answers)
        home = shop.ask("/checkout?n=1&token_age_verified=tok", headers=NAVIGATION)
        assert home.status == 503 and "not available" in home.body, home
        assert link_in(home) == "/checkout?n=1&token_age_verified=tok" and "asked" not in shop.state(), home
    api.will(AWAY, AWAY)
    heard = shop.ask("/checkout?n=1&token_age_verified=tok", headers={"Accept": "application/json"})
    assert (heard.status, heard.headers["Retry-After"]) == (503, "5"), heard
    assert json.loads(heard.body) == {"error": "age_not_confirmed", "age": 18, "start": None}, heard
    api.will(AWAY, yes())
    assert shop.ask(link_in(home), headers=NAVIGATION).status == 303
    assert is_open(shop.ask("/checkout?n=1"))
    api.will(AWAY, AWAY)
    assert shop.ask(link_in(home), headers=NAVIGATION).headers["Location"] == "/checkout?n=1"
    assert is_open(shop.ask("/checkout?n=1")), "a yes is there"


@promise
def nobody_starts_a_check_that_costs_for_a_visitor_of_another_site():
    shop = open_shop(provider="b")
    for headers in (
        {"Accept": "text/html", "Sec-Fetch-Site": "cross-site"},
        {**NAVIGATION, "Sec-Fetch-Site": "cross-site"},
        {"Accept": "text/html", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"},
    ):
        for _ in range(2):
            assert shop.ask("/checkout?age_check=start", headers=headers).status == 403, headers


@promise
def what_cannot_be_a_token_asks_nobody_and_leaves_the_address():
    shop = open_shop()
    confirmed(shop, age=None)
    for query in (
        "token_age_verified=",
        "token_age_verified",
        "token_age_verified=a&token_age_verified=b",
        "token_age_verified[]=a",
        "token_age_verified%5B%5D=a",
        "token_age_verified=a&token_age_verified[x]=b",
        "token%5Fage_verified=a%2Fb",
        "token_age_verified=" + "a" * 4096,
    ):
        home = shop.ask(f"/checkout?{query}", headers=NAVIGATION)
        assert (home.status, home.headers["Location"]) == (303, "/checkout"), (query, home)
        assert not is_open(shop.ask("/checkout"))
    assert api.asked == []


@promise
def what_no_person_waits_for_starts_nothing_and_uses_no_token_up():
    shop = open_shop()
    for method, headers in (
        ("HEAD", {}),
        ("OPTIONS", {}),
        ("GET", {**NAVIGATION, "Sec-Purpose": "prefetch;prerender"}),
        ("GET", {**NAVIGATION, "Purpose": "prefetch"}),
        ("GET", {"Accept": "text/html", "X-Moz": "prefetch"}),
        ("GET", {"Accept": "text/html", "X-Purpose": "preview"}),
        ("GET", {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}),
        ("GET", {"Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}),
    ):
        for path in ("/checkout", "/checkout?token_age_verified=tok", "/checkout?age_check=start"):
            heard = shop.ask(path, method, headers)
            assert (heard.status, heard.body, "Set-Cookie" in heard.headers) == (403, "", False), (headers, heard)
            assert heard.headers["Cache-Control"] == "no-store"
    assert (api.asked, shop.state()) == ([], None)


@promise
def a_program_hears_where_a_check_starts():
    shop = open_shop()
    for headers in (
        {"Accept": "application/json"},
        {"Accept": "text/html;q=0.5, application/problem+json"},
        {"Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors", "Accept": "*/*"},
    ):
        heard = shop.ask("/checkout", headers=headers)
        told = json.loads(heard.body)
        assert (heard.status, heard.headers["Content-Type"]) == (403, "application/json"), heard
        assert (told["error"], told["age"]) == ("age_not_confirmed", 18), told
        assert told["start"] == "https://shop.example/checkout?age_check=start", told
    assert shop.state() is None, "programs and crawlers begin no sessions"


@promise
def a_crawler_an_old_browser_and_a_form_get_a_page_with_one_link():
    shop = open_shop(age=16, language="nb", provider="b")
    for method, headers, home in (
        ("GET", {}, "/checkout?n=1"),
        ("GET", {"Accept": "*/*"}, "/checkout?n=1"),
        ("POST", NAVIGATION, "/checkout?n=1"),
        ("POST", {"Referer": "https://elsewhere.example/checkout"}, "/checkout?n=1"),
        ("POST", {"Referer": "https://shop.example/cart"}, "/checkout?n=1"),
        ("POST", {"Referer": "https://shop.example/checkout/pay?n=2#x"}, "/checkout/pay?n=2"),
    ):
        heard = shop.ask("/checkout?n=1", method, headers)
        assert heard.status == 403 and "Confirm that you are 16 or over" in heard.body, heard
        assert link_in(heard) == f"{home}&age_check=start", heard
    assert shop.state() is None, "crawlers begin no sessions"
    link, _ = started(shop, "/checkout?n=1")
    assert "/url_generator_b/" in link.path and link.path.endswith("/16"), link
    assert parse_qs(link.query) == {"domain": ["https://shop.example/checkout?n=1"], "lang": ["nb"]}, link


@promise
def a_yes_ends_and_counts_for_its_age_and_its_key_alone():
    shop = open_shop()
    confirmed(shop)
    assert is_open(shop.ask("/checkout"))
    for flaw in (
        {"until": later(seconds=-1)},
        {"until": later(minutes=32)},
        {"until": "tomorrow"},
        {"until": 9_999_999_999},
        {"until": None},
        {"age": 16},
        {"age": "18"},
        {"age": True},
        {"age": None},
        {"pluginKey": "pk_live_gate"},
        {"pluginKey": None},
        {"deviceId": None},
    ):
        confirmed(shop, **flaw)
        assert not is_open(shop.ask("/checkout")), flaw
    for state in ("yes", ["age"], None, True):
        shop.put(state)
        assert not is_open(shop.ask("/checkout")), state


@promise
def a_bad_token_takes_nothing_from_a_yes():
    shop = open_shop()
    confirmed(shop)
    api.will(NO)
    assert shop.ask("/checkout?token_age_verified=tok").status == 303
    assert is_open(shop.ask("/checkout")) and "asked" not in shop.state()


@promise
def however_the_path_is_spelled_it_is_closed():
    shop = open_shop()
    for path in ("/checkout/", "/checkout/pay", "/Checkout", "/%63heckout", "/x/../checkout", "/checkout;a=b", "/checkout%2Fpay"):
        assert not is_open(shop.ask(path)), path
    # So does an expression of Python read letters without regard to case.
    gate = Gate(Ageway(api.url, KEY), match=["/checkout", "/sip"])
    # `$`, with which Starlette ends its routes, is before a line's end, too.
    for target in ("/checkout%0a", "/checkout/%0A", "/x/..%2fsip%0a"):
        visit = Visit("POST", target, lambda name: None, dict, lambda: "https://shop.example")
        assert isinstance(gate(visit), Closed), target
    for target in ("/x/..%2fcheckout", "/x%3f/..%5ccheckout", "/x\\y/../checkout", "/chec%E2%84%AAout", "/%C5%BFip", "/s%C4%B1p", "/s%C4%B0p"):
        visit = Visit("POST", target, lambda name: None, dict, lambda: "https://shop.example")
        assert isinstance(gate(visit), Closed), target
    for path in ("/", "/checkouts", "/a/checkout"):
        heard = shop.ask(path)
        assert is_open(heard) and "Set-Cookie" not in heard.headers, path


@promise
def a_shop_below_a_path_of_another_is_closed_by_its_own_paths_and_by_those_that_visitors_see():
    expect_closed_below(False)


@promise
def nor_does_it_open_where_the_server_takes_that_path_off():
    expect_closed_below(True)


def expect_closed_below(is_root_taken_off):
    for match in ("/checkout", "/shop/checkout", re.compile("^/checkout")):
        shop = open_shop(mount="/shop", match=match)
        shop.is_root_taken_off = is_root_taken_off
        for path in ("/shop/checkout", "/shop/checkout/pay", "/shop//checkout", "/shop/x/../checkout", "/shop/%63heckout"):
            for method in ("GET", "POST"):
                assert not is_open(shop.ask(path, method)), (match, path)
        assert is_open(shop.ask("/shop/")) and is_open(shop.ask("/shop/a/checkout"))
        link, _ = started(shop, "/shop/checkout")
        assert parse_qs(link.query)["domain"] == ["https://shop.example/shop/checkout"], link


@promise
def a_part_of_the_shop_with_a_prefix_can_be_gated():
    shop = open_shop()
    assert not is_open(shop.ask("/nb/pages/tasting/now")) and is_open(shop.ask("/nb/pages/other"))


@promise
def a_target_that_each_reader_reads_in_another_way_is_closed():
    gate = Gate(Ageway(api.url, KEY), match="/checkout")
    for target in ("//x/checkout", "//x", "/\\x", "///", "ftp://x/checkout", "x:80/checkout", "/x#/checkout", "*", "", "?",
                   "http://x//y/checkout", "http:///checkout", "http://x\\y/checkout", "http://x/checkout", "/checkout"):
        visit = Visit("POST", target, lambda name: None, dict, lambda: "https://shop.example")
        assert isinstance(gate(visit), Closed), target
    for target in ("/", "/?a=//b", "http://x", "HTTPS://x/?a=/checkout", "http://x?a", "/a:1/b"):
        visit = Visit("POST", target, lambda name: None, dict, lambda: "https://shop.example")
        assert isinstance(gate(visit), Pass), target


@promise
def the_page_to_return_to_takes_the_token_and_no_other_open_page_does():
    shop = open_shop(return_to="/cart?step=2")
    started(shop)
    assert is_open(shop.ask("/?token_age_verified=tok", headers=NAVIGATION))
    assert is_open(shop.ask("/?age_check=start", headers=NAVIGATION)) and api.asked == []
    told = json.loads(shop.ask("/checkout/api", "POST", {"Accept": "application/json"}).body)
    assert told["start"] == "https://shop.example/cart?step=2&age_check=start", told
    api.will(yes())
    assert shop.ask("/cart?step=2&token_age_verified=tok").headers["Location"] == "/cart?step=2"
    assert is_open(shop.ask("/checkout")) and is_open(shop.ask("/cart?step=2"))


@promise
def a_page_to_return_to_that_the_gate_does_not_see_is_logged_once():
    lines = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())
    logging.getLogger("ageway").addHandler(handler)
    for paths in ([], ["/cart"]):
        shop = open_shop(return_to="/cart?step=2")
        for path in paths:
            shop.ask(path)
        for _ in range(5):
            shop.ask("/checkout/api", "POST", {"Accept": "application/json"})
    logging.getLogger("ageway").removeHandler(handler)
    assert lines == ["nobody comes to /cart, does the gate see it?"], lines


@promise
def a_yes_to_16_takes_no_yes_to_18_away():
    shop = open_shop(age=16)
    confirmed(shop)
    api.will(yes(age=16))
    shop.ask("/checkout?token_age_verified=tok")
    assert shop.state()["age"] == 18 and is_open(shop.ask("/checkout"))


@promise
def no_return_leads_to_another_host():
    shop = open_shop()
    for path in ("//evil.example/checkout", "/%5Cevil.example/../checkout"):
        confirmed(shop, age=None)
        api.will(NO)
        heard = shop.ask(f"{path}?n=1&token_age_verified=tok", headers=NAVIGATION)
        if heard.status in (303, 308):
            location = urlsplit(heard.headers["Location"])
            assert (location.netloc or "shop.example") == "shop.example", heard
            assert not heard.headers["Location"].startswith(("//", "/\\")), heard


@promise
def a_shop_behind_a_proxy_says_its_origin():
    shop = open_shop(origin="https://wine.example:8443/")
    link, _ = started(shop, "/checkout?n=1")
    assert parse_qs(link.query)["domain"] == ["https://wine.example:8443/checkout?n=1"], link


@promise
def with_a_locked_key_the_backend_asks_for_the_link():
    shop = open_shop("sk_gate")
    api.will(LINK)
    heard = shop.ask("/checkout?n=1", headers=NAVIGATION)
    assert (heard.status, heard.headers["Location"]) == (303, LINK[1]["url"]), heard
    before = shop.state()["deviceId"]
    api.will(PROVEN, LINK)
    heard = shop.ask("/checkout?age_check=start", headers=NAVIGATION)
    assert heard.headers["Location"] == LINK[1]["url"] and shop.state()["deviceId"] != before, heard
    assert [before in asked for asked in api.asked] == [True, False], api.asked
    api.will(PROVEN, PROVEN)
    assert shop.ask("/checkout?age_check=start", headers=NAVIGATION).status == 503


@promise
def with_a_locked_key_a_link_and_a_program_are_told_an_address_of_the_shop():
    shop = open_shop("sk_gate")
    start = link_in(shop.ask("/checkout?n=1"))
    told = json.loads(shop.ask("/checkout?n=1", headers={"Accept": "application/json"}).body)
    assert (start, told["start"]) == ("/checkout?n=1&age_check=start", f"https://shop.example{start}"), (start, told)
    assert api.asked == []
    shop.begin_anew()
    first = shop.ask(start)
    assert first.status == 403 and "allow cookies" in first.body, "an old browser sees the page before its link starts a check"
    api.will(LINK)
    heard = shop.ask(start)
    assert (heard.status, heard.headers["Location"]) == (303, LINK[1]["url"]), heard
    confirmed(shop)
    again = shop.ask(start)
    assert (again.status, again.headers["Location"]) == (303, "/checkout?n=1"), again
    assert parse_qs(urlsplit(api.asked[0]).query)["domain"] == ["https://shop.example/checkout?n=1"], api.asked


@promise
def where_no_check_can_start_the_page_stays_closed_and_says_so():
    heard_of = []
    shop = open_shop("sk_gate", on_closed=heard_of.append)
    api.will(AWAY, AWAY)
    heard = shop.ask("/checkout", headers=NAVIGATION)
    assert heard.status == 503 and "The age check is not available" in heard.body, heard
    assert (heard.headers["Retry-After"], heard.headers["Ageway-Reason"]) == ("5", "service_unavailable"), heard
    assert link_in(heard) == "/checkout?age_check=start" and [closed.why for closed in heard_of] == ["unavailable"]


@promise
def a_shop_may_bring_a_page_of_its_own():
    shop = open_shop(page=lambda closed: f"{closed.age} {closed.state} {closed.start}")
    assert shop.ask("/checkout").body == "18 closed /checkout?age_check=start"


@promise
def a_session_that_ended_while_the_instance_answered_gets_no_yes():
    shop = open_shop()
    if not shop.has_store:
        return
    started(shop)
    api.will(yes())
    api.meanwhile = shop.sign_out
    shop.ask("/checkout?token_age_verified=tok", headers=NAVIGATION)
    assert not is_open(shop.ask("/checkout"))
    started(shop)
    api.will(yes())
    api.meanwhile = lambda: shop.put({"deviceId": "of another session"})
    shop.ask("/checkout?token_age_verified=tok", headers=NAVIGATION)
    assert not is_open(shop.ask("/checkout")) and shop.state() == {"deviceId": "of another session"}, shop.state()


@promise
def nobody_who_knew_the_session_before_the_check_has_a_part_in_its_yes():
    expect_renewed(open_shop())


@promise
def nor_where_flask_keeps_sessions_on_the_server():
    shop = open_shop()
    if hasattr(shop, "keep_sessions_on_the_server"):
        shop.keep_sessions_on_the_server()
        expect_renewed(shop)


def expect_renewed(shop):
    started(shop)
    before = shop.cookies()
    api.will(yes())
    shop.ask("/checkout?token_age_verified=tok", headers=NAVIGATION)
    assert is_open(shop.ask("/checkout"))
    shop.begin_anew()
    assert not is_open(shop.ask("/checkout", headers={"Cookie": before}))


@promise
def a_visitor_for_whom_ageway_is_asked_keeps_nobody_waiting():
    for secret, answer, path in ((None, yes(), "/checkout?token_age_verified=tok"), ("sk_gate", LINK, "/checkout?age_check=start")):
        shop = open_shop(secret)
        if not hasattr(shop, "ask_both"):
            return
        confirmed(shop, age=None)
        is_answered = threading.Event()
        shop.on_quick = is_answered.set
        api.will(answer)
        api.meanwhile = lambda: is_answered.wait(10)
        assert shop.ask_both(path, "/", NAVIGATION) == ["/", path]


@promise
def a_websocket_opens_with_a_yes_alone_and_asks_nobody():
    shop = open_shop("sk_gate")
    if not hasattr(shop, "first_word"):
        return
    assert shop.first_word("lifespan") == "lifespan.startup.complete"
    confirmed(shop, age=None)
    for path in ("/checkout/live", "/checkout?token_age_verified=tok", "/checkout?age_check=start"):
        assert shop.first_word("websocket", path) == "websocket.close", path
    assert shop.first_word("websocket", "/live") == "websocket.accept" and api.asked == []
    confirmed(shop)
    assert shop.first_word("websocket", "/checkout/live") == "websocket.accept"


@promise
def middleware_around_the_gate_is_named_once_in_the_log():
    shop = open_shop()
    if not hasattr(shop, "framework"):
        return
    told = []
    handler = logging.Handler()
    handler.emit = lambda record: told.append(record.getMessage())
    logging.getLogger("ageway").addHandler(handler)
    for around in (type(shop.app), str, str):
        shop.framework = {"app": SimpleNamespace(user_middleware=[SimpleNamespace(cls=around)])}
        assert is_open(shop.ask("/")) and not is_open(shop.ask("/checkout"))
        assert len(told) == (around is str), told
    logging.getLogger("ageway").removeHandler(handler)
    assert "AgeGate last" in told[0]


@promise
def without_a_session_what_is_gated_is_closed_by_a_fault():
    shop = open_shop()
    if not hasattr(shop, "first_word"):
        return
    shop = open_shop(sessions=lambda app: app)
    assert is_open(shop.ask("/"))
    try:
        shop.ask("/checkout")
    except RuntimeError as fault:
        assert "sessions" in str(fault)
    else:
        raise AssertionError


@promise
def what_the_shop_keeps_in_the_session_stays():
    shop = open_shop()
    started(shop)
    api.will(yes())
    shop.ask("/checkout?token_age_verified=tok", headers={**NAVIGATION, "X-Cart": "wine"})
    assert is_open(shop.ask("/checkout")) and shop.state("cart") == "wine"


@promise
def an_instance_whose_clock_is_off_says_yes_for_30_minutes():
    shop = open_shop()
    started(shop)
    api.will(yes(minutes=90))
    shop.ask("/checkout?token_age_verified=tok", headers=NAVIGATION)
    assert is_open(shop.ask("/checkout")) and shop.state()["until"] < later(minutes=30, seconds=5), shop.state()


@promise
def a_single_view_can_be_gated():
    shop = open_shop()
    link, _ = started(shop, "/wine")
    assert parse_qs(link.query)["domain"] == ["https://shop.example/wine"], link
    api.will(yes())
    assert shop.ask("/wine?token_age_verified=tok").headers["Location"] == "/wine"
    assert is_open(shop.ask("/wine")) and shop.ask("/wine").headers["Cache-Control"] == "private, no-cache"


@promise
def a_gate_that_cannot_work_is_refused_when_the_shop_starts():
    for options in ({"age": 21}, {"origin": "shop.example"}, {"match": []}, {"match": "checkout"}, {"mach": "/"}):
        try:
            open_shop(**options)
        except Exception as fault:
            assert type(fault).__name__ in ("ValueError", "TypeError", "ImproperlyConfigured"), fault
        else:
            raise AssertionError(options)


def meet(n, given):
    timeout = 0.2 if given.get("why") == "timeout" else 10
    key = f"pk_{given.get('key', 'test')}_cases"
    shop = Shop(Ageway(f"{ORDER['url']}/check/{n}", key, timeout=timeout), age=given.get("age", 18))
    started(shop)
    home = 503 if given.get("why") in ("unavailable", "timeout", "rate_limited", "answer_invalid") else 303
    assert shop.ask("/checkout?token_age_verified=tok", headers=NAVIGATION).status == home
    for method in ("GET", "POST"):
        assert is_open(shop.ask("/checkout", method, NAVIGATION)) == given["allowed"], given


def hold(name, promised, *given):
    try:
        promised(*given)
        fault = None
    except Exception:
        fault = traceback.format_exc()
    print(json.dumps({"promise": name, "fault": fault}))


for promised in PROMISES:
    hold(promised.__name__.replace("_", " "), promised)
for n, given in enumerate(ORDER["check"]):
    hold(f"the instance answers: {given['name']}", meet, n, given)
