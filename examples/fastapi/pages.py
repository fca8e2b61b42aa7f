WINES = {"nordlys": "Nordlys Riesling", "granskog": "Granskog Pinot Noir"}


def catalogue():
    wines = "".join(f'<li>{name} <a href="/checkout?wine={wine}">Buy</a></li>' for wine, name in WINES.items())
    return page("Wines", f"<ul>{wines}</ul>")


def checkout(wine):
    """Only who is old enough gets here."""
    form = '<form method="post" action="/order"><button>Place order</button></form>'
    return page("Checkout", f"<p>One bottle of {WINES.get(wine, WINES['nordlys'])}</p>{form}")


def thanks():
    text = '<p>Nothing will arrive, because nothing was sold.</p><p><a href="/">Back to the wines</a></p>'
    return page("Thank you", text)


def page(title, body):
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    return f'<!doctype html><html lang="en">{head}<title>{title}</title><h1>{title}</h1>{body}</html>'
