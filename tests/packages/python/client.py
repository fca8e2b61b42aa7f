"""Asks with `ageway` what each line of JSON on stdin says, and prints a line for each: a client of the kit (`packages/gate-test`)."""

import json
import sys

from ageway import Ageway, Allowed

for line in sys.stdin:
    asked = json.loads(line)
    client = Ageway(asked["base_url"], asked["plugin_key"], timeout=asked["timeout_ms"] / 1_000)
    checked = client.check(asked["token"], asked["device_id"], asked["age"])
    # An `if` must say the same as the field.
    told = {"allowed": checked.allowed} if bool(checked) == checked.allowed else {"if": bool(checked)}
    told.update({"until": checked.until.isoformat(), "mode": checked.mode} if isinstance(checked, Allowed) else {"why": checked.why})
    print(json.dumps(told), flush=True)
