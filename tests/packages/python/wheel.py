"""Reads the wheel whose path it is given as pip does, and imports the package from it. Prints a line of JSON."""

import base64
import csv
import hashlib
import importlib.metadata
import json
import re
import sys
import zipfile

ORDER = json.load(sys.stdin)
archive = zipfile.ZipFile(ORDER["wheel"])
names = archive.namelist()
(record,) = [name for name in names if name.endswith(".dist-info/RECORD")]
wrong = []
for name, digest, size in csv.reader(archive.read(record).decode().splitlines()):
    content = archive.read(name)
    hashed = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    if name != record and (digest, size) != (f"sha256={hashed}", str(len(content))):
        wrong.append(name)
    names.remove(name)

sys.path.insert(0, ORDER["wheel"])
import ageway  # noqa: E402
import ageway.asgi  # noqa: E402

(about,) = importlib.metadata.distributions(name="ageway", path=[ORDER["wheel"]])
told = {
    "wrong": wrong,
    "unrecorded": names,
    "from": ageway.__file__.startswith(ORDER["wheel"]),
    "exported": sorted(ageway.__all__),
    "agent": re.findall(r"ageway-python/[\d.]+", archive.read("ageway/ask.py").decode()),
    "metadata": {name: about.metadata.get_all(name) for name in ("Name", "Version", "License-Expression", "Requires-Python")},
    "needs": about.requires,
    "description": about.metadata.get_payload()[:8],
}
print(json.dumps(told))
