#!/bin/sh
# Runs @FILE@ with the Node of this package, or with the system's where the package has none.
set -eu
home=$(dirname "$(dirname "$(readlink -f "$0")")")
node=$home/node/bin/node
if [ ! -x "$node" ]; then
  node=$(command -v node || echo false)
  case $("$node" --version || true) in
  v@MAJOR@.*) ;;
  *)
    echo 'Promptshelf needs Node @MAJOR@, as the command node.' >&2
    exit 1
    ;;
  esac
fi
# systemd hands over the secret NAME as the file secrets_NAME. The server reads it as the variable NAME.
for file in "${CREDENTIALS_DIRECTORY:-/nowhere}"/secrets_*; do
  [ -f "$file" ] && export "${file##*/secrets_}_FILE=$file"
done
# Caches compiled code. A folder that cannot be written is no error.
: "${NODE_COMPILE_CACHE:=${XDG_CACHE_HOME:-${HOME:-/nowhere}/.cache}/promptshelf}"
export NODE_COMPILE_CACHE
@ENVIRONMENT@
exec "$node" @ARGUMENTS@ "$@"
