#!/bin/sh
# Makes the secrets of compose.yml in the folder secrets/, and changes none that is there. Ask your eID for the one that it
# leaves empty. Nobody else on this machine can enter the folder; the files are readable, because each container reads its own
# as a user that this machine does not know.
set -eu
umask 077
mkdir -p secrets
umask 022
random() {
  openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\n'
}
keep() {
  [ -e "secrets/$1" ] || printf '%s' "$2" >"secrets/$1"
}
keep ageway_keys "$(random)"
keep database_owner_password "$(random)"
keep database_login_password "$(random)"
keep eid_s_client_secret ""
keep database_owner_url "postgres://ageway_owner:$(cat secrets/database_owner_password)@database:5432/ageway"
keep database_url "postgres://ageway_login:$(cat secrets/database_login_password)@database:5432/ageway"
keep database_login.sql "CREATE ROLE ageway_login LOGIN PASSWORD '$(cat secrets/database_login_password)';
"
[ -s secrets/eid_s_client_secret ] || echo "Write the client secret of your eID into secrets/eid_s_client_secret."
