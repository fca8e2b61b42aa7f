#!/bin/sh
# The operator's command where systemd runs Ageway (deploy/ageway@.service), as root: sh deploy/ageway.sh doctor. It gets what the
# service gets: its settings, and each file of /etc/ageway/secrets as a credential, named to it by its setting.
set -eu
# systemd puts values in the place of what has a brace after the dollar sign, so this has none.
named='for file in "$CREDENTIALS_DIRECTORY"/*; do
  export "$(basename "$file" | tr a-z A-Z)_FILE=$file"
done
exec cli/ageway "$@"'
set -- sh -c "$named" ageway "$@"
for file in /etc/ageway/secrets/*; do
  set -- "--property=LoadCredential=$(basename "$file"):$file" "$@"
done
exec systemd-run --quiet --pipe --wait --collect --service-type=exec --working-directory=/opt/ageway \
  --property=DynamicUser=yes --property=EnvironmentFile=/etc/ageway/ageway.env --setenv=NODE_ENV=production "$@"
