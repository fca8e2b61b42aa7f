#!/bin/sh
# Unpacks PostgreSQL 17 of Debian 13 with all of its programs into the folder $1. Installs nothing: no cluster is made, and an
# older release of Debian is left as it is. The embedded PostgreSQL from npm has no pg_dump and no pg_basebackup.
set -eu

folder=$1
fresh=$folder.new
rm -rf "$fresh"
mkdir -p "$fresh/apt/lists/partial" "$fresh/apt/cache/archives/partial"
: > "$fresh/apt/status"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
# The mirror that this machine itself uses.
mirror=$(apt-get indextargets --format '$(REPO_URI)' "Created-By: Packages" | grep -v security | head -n 1)
[ -n "$mirror" ] || apt-get -qq update
mirror=${mirror:-$(apt-get indextargets --format '$(REPO_URI)' "Created-By: Packages" | grep -v security | head -n 1)}
echo "deb [signed-by=$keys] $mirror trixie main" > "$fresh/apt/sources.list"

# A package list of its own, as of a machine where nothing is installed yet: so every library comes along.
get() {
  apt-get -qq -y --no-install-recommends -o APT::Sandbox::User=root -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::Etc::sourcelist="$fresh/apt/sources.list" -o Dir::State::lists="$fresh/apt/lists" \
    -o Dir::State::status="$fresh/apt/status" -o Dir::Cache="$fresh/apt/cache" "$@"
}
get update
get install --download-only postgresql-17

for package in "$fresh"/apt/cache/archives/*.deb; do
  case ${package##*/} in
    libllvm* | libz3* | libperl*) ;;
    lib* | zlib1g_* | postgresql-17_* | postgresql-client-17_*) dpkg --extract "$package" "$fresh" ;;
  esac
done
# Without LLVM it runs as where no JIT is installed.
rm -rf "$fresh/apt" "$fresh"/usr/lib/postgresql/17/lib/llvmjit* "$fresh"/usr/lib/postgresql/17/lib/bitcode
[ -e /usr/share/zoneinfo/UTC ] || apt-get install -qq -y --no-install-recommends tzdata

# Each program starts with the libraries that came along, which may be newer than the machine's.
bin=usr/lib/postgresql/17/bin
mv "$fresh/$bin" "$fresh/$bin.real"
mkdir "$fresh/$bin"
loader=$(cd "$fresh" && ls usr/lib/*/ld-linux-*.so.*)
for program in "$fresh/$bin.real"/*; do
  name=${program##*/}
  printf '#!/bin/sh\nexec %s --argv0 "$0" --library-path %s %s "$@"\n' \
    "$folder/$loader" "$folder/${loader%/*}" "$folder/$bin.real/$name" > "$fresh/$bin/$name"
  chmod 755 "$fresh/$bin/$name"
done
chmod 755 "$fresh"
rm -rf "$folder"
mv "$fresh" "$folder"
