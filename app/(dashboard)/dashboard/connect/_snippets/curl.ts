import type { Blanks } from "./blanks.ts";

/** Makes the two calls of the API by hand. */
export const curl = ({ ageway, key, provider, age, page }: Blanks) => String.raw`#!/bin/sh
# age.sh: start it with "sh age.sh"
AGEWAY='${ageway}'
KEY='${key}'
PAGE='${page}' # where visitors come back to; nobody has to listen there

ask() { # AGEWAY_SECRET: of a locked key. Accept: a refused call says why
  curl -sS -m 5 -H 'Accept: application/problem+json' ${"$"}{AGEWAY_SECRET:+-H "Authorization: Bearer $AGEWAY_SECRET"} "$@"
}

# One visitor, one id: a shop's backend makes it and keeps it in the visitor's session.
device=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')

echo 'Open this address in a browser:'
ask -G "$AGEWAY/api/url_generator_${provider}/$KEY/$device/${age}" --data-urlencode "domain=$PAGE"
echo
echo 'Paste the address that you came back to:'
read -r address
token=$(printf %s "$address" | sed -n 's/.*[?&]token_age_verified=\([A-Za-z0-9_-]*\).*/\1/p')

# A shop asks from its backend. Anything but a clear yes is a no. once=1: another question about this token gets no yes.
answer=$(ask -w ' %{http_code}' "$AGEWAY/api/auth_check/$token/$device?plugin_key=$KEY&once=1")
echo "$answer"
age=$(printf %s "$answer" | sed -n 's/.*"age":\([0-9]*\).*/\1/p')
case $answer in
  *'"verified":true'*' 200') if [ "$age" -ge ${age} ]; then echo 'Welcome'; exit 0; fi ;;
esac
echo 'Not confirmed'
exit 1
`;
