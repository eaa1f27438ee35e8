#!/bin/sh
# Makes what deploy/compose.yaml mounts as secrets, once: what is there already stays as it is.
# As root it gives the files to the user of the containers; otherwise that is left to you.
set -eu
umask 077
folder=${1:-$(dirname "$0")/secrets}
container_user=65532

mkdir -p "$folder"
cd "$folder"

random() {
  od -An -N32 -tx1 /dev/urandom | tr -d ' \n'
}

[ -e postgres-password ] || random > postgres-password

if ! [ -e narrows.env ]; then
  printf 'DATABASE_URL=postgres://narrows:%s@postgres:5432/narrows\n' "$(cat postgres-password)" > narrows.env.new
  printf 'ADMIN_KEY=nrw_%s\nCODE_SECRET=%s\n' "$(random)" "$(random)" >> narrows.env.new
  mv narrows.env.new narrows.env
fi

# The key of the agent is made by a node that runs: NARROWS_KEY=… is its one line.
[ -e edge.env ] || : > edge.env

if [ "$(id -u)" = 0 ]; then
  chown "$container_user:$container_user" narrows.env edge.env
else
  echo "Give $folder/narrows.env and edge.env to the user $container_user, who runs in the containers:"
  echo "  sudo chown $container_user:$container_user $folder/narrows.env $folder/edge.env"
fi
