#!/bin/sh
# Installs this release on a Debian server with systemd, or updates the server to it: ops/install.sh HOST
# HOST is the name under which people and devices open the server; an update knows it. Running it again changes nothing
# that is as it should be. It needs root, and Debian's postgresql, mosquitto, nginx-light and openssl.
# docs/install.md says what it makes, and docs/running.md how a server is updated.
set -eu
release=$(dirname "$(dirname "$(readlink -f "$0")")")
settings=/etc/munjigi/munjigi.env
ports='4001 4002'

say() { printf '» %s\n' "$*"; }
fail() {
  printf '✗ %s\n' "$*" >&2
  exit 1
}

# The reasons that stop an installation, before anything is changed.
examine() {
  [ "$(id -u)" = 0 ] || fail 'Run it as root'
  [ -x "$release/runtime/node" ] || fail "$release is not a release for this machine: make one with npm run release"
  [ -d /run/systemd/system ] || fail 'It needs systemd. Containers: compose.yaml'
  for program in mosquitto_passwd nginx openssl pg_lsclusters; do
    command -v "$program" >/dev/null ||
      fail "$program is missing: apt-get install --yes --no-install-recommends postgresql mosquitto nginx-light openssl"
  done
  if [ -z "$host" ] && [ -s "$settings" ]; then host=$(sed -n 's#^PUBLIC_URL=https://##p' "$settings"); fi
  case $host in
    '') fail 'Give the name of the server: ops/install.sh office.example.com' ;;
    *[!a-zA-Z0-9.-]*) fail "$host is not a host name: give it without https:// and without a port" ;;
  esac
  free=$(df -Pk /var/lib | awk 'END { print int($4 / 1024) }')
  [ "$free" -ge 1024 ] || fail "/var/lib has $free MB left: at least 1,024 MB are needed"
}

make_files() {
  id munjigi >/dev/null 2>&1 ||
    useradd --system --user-group --no-create-home --home-dir /var/lib/munjigi --shell /usr/sbin/nologin munjigi
  BROKER_OWNER=mosquitto BROKER_FOLDER=/etc/munjigi/broker PROXY_HOST="$host" sh "$release/ops/make-secrets.sh" /etc/munjigi
  if [ ! -s "$settings" ]; then
    printf '# The settings without secrets: docs/settings.md. After a change: systemctl restart munjigi.target\n%s\n' \
      "PUBLIC_URL=https://$host
TRUST_PROXY=1
DATABASE_WAIT_SECONDS=60" >"$settings"
  fi
  for unit in munjigi@.service munjigi.target munjigi-backup.service munjigi-backup.timer; do
    install -m 644 "$release/ops/$unit" /etc/systemd/system/
  done
  install -m 755 "$release/ops/munjigi-command.sh" /usr/local/bin/munjigi
  # The unit and the command follow this link; a running process stays in the folder of its release.
  ln -sfn "$release" /opt/munjigi.next
  mv -T /opt/munjigi.next /opt/munjigi
  keep_edited "$release/ops/nginx-upstream.conf" /etc/nginx/conf.d/munjigi-upstream.conf
  keep_edited "$release/ops/nginx.conf" /etc/nginx/conf.d/munjigi.conf
  if [ "$(readlink /etc/nginx/sites-enabled/default)" = /etc/nginx/sites-available/default ]; then
    say 'Switching the default page of nginx off'
    rm /etc/nginx/sites-enabled/default
  fi
  is_here mqtt-url '@localhost:8883' && ln -sfn /etc/munjigi/broker/mosquitto.conf /etc/mosquitto/conf.d/munjigi.conf
  make_backup_files
  for unit in nginx postgresql@; do
    install -D -m 644 "$release/ops/restart.conf" "/etc/systemd/system/$unit.service.d/munjigi.conf"
  done
  systemctl daemon-reload
}

# The key of the backups, and the unit's access to the keys of a bucket, if there are some.
make_backup_files() {
  install -d -m 700 /etc/munjigi/backup
  # Another disk is mounted here, or BACKUP_TARGET names another place.
  [ -d /var/backups/munjigi ] || install -d -m 700 -o munjigi -g munjigi /var/backups/munjigi
  if [ ! -s /etc/munjigi/backup/keys ]; then
    (umask 077 && "$release/bin/munjigi" backup-key >/etc/munjigi/backup/keys.part)
    mv /etc/munjigi/backup/keys.part /etc/munjigi/backup/keys
  fi
  if [ -s /etc/munjigi/backup/secret-key ]; then
    install -D -m 644 "$release/ops/munjigi-backup-s3.conf" /etc/systemd/system/munjigi-backup.service.d/s3.conf
  else
    rm -f /etc/systemd/system/munjigi-backup.service.d/s3.conf
  fi
}

# A file that was edited stays, and the new one lies beside it.
keep_edited() {
  if [ ! -e "$2" ]; then
    install -m 644 "$1" "$2"
  elif ! cmp -s "$1" "$2"; then
    install -m 644 "$1" "$2.new"
    say "$2 was edited and stays; the one of this release is $2.new"
  fi
}

# Whether a database or broker of this machine is used. Another one is named in /etc/munjigi/server before.
is_here() { grep -q "$2" "/etc/munjigi/server/$1"; }

as_postgres() { (cd / && runuser -u postgres -- psql -X -q -v ON_ERROR_STOP=1); }

make_database() {
  systemctl enable --quiet --now postgresql
  say 'Database'
  {
    echo "select 'create role munjigi login createrole' where not exists (select from pg_roles where rolname = 'munjigi') \\gexec"
    echo "alter role munjigi password '$(cat /etc/munjigi/database/password)';"
    echo "select 'create database munjigi owner munjigi encoding ''UTF8'' locale ''C.UTF-8'' template template0'"
    echo "where not exists (select from pg_database where datname = 'munjigi') \\gexec"
  } | as_postgres
}

start_broker() {
  say 'Broker'
  systemctl enable --quiet mosquitto
  systemctl is-active --quiet mosquitto && [ -n "$(ss_port 8883)" ] || systemctl restart mosquitto
}

# Prints the listening sockets of a port, from the kernel's tables: 0A is LISTEN.
ss_port() { awk -v port="$(printf ':%04X' "$1")" '$4 == "0A" && $2 ~ port "$" { print $2 }' /proc/net/tcp /proc/net/tcp6; }

# One process after the other, so that people are served during an update. The first one brings the schema to its version.
start_processes() {
  systemctl enable --quiet munjigi.target
  for port in $ports; do
    say "Process on port $port"
    systemctl enable --quiet "munjigi@$port"
    systemctl restart "munjigi@$port"
    "$release/runtime/node" --input-type=module --eval '
      const [port] = process.argv.slice(1);
      for (const end = Date.now() + 120_000; Date.now() < end; await new Promise((next) => setTimeout(next, 250)))
        if ((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) process.exit(0);
      process.exit(1);' "$port" || {
      journalctl --no-pager --quiet --lines=20 --output=cat --unit="munjigi@$port" >&2
      fail "The process on port $port is not ready after two minutes; its log is above. Other processes were left as they are"
    }
  done
}

start_backups() {
  if grep -q '^BACKUP_TARGET=.' "$settings"; then
    systemctl enable --quiet --now munjigi-backup.timer
  else
    say "No backups are made: set BACKUP_TARGET in $settings and run this again (docs/backup.md)"
  fi
}

start_proxy() {
  say 'Proxy'
  nginx -t -q
  systemctl enable --quiet nginx
  systemctl reload-or-restart nginx
}

host=${1:-}
examine
make_files
is_here database-url '@127.0.0.1:5432/' && make_database
is_here mqtt-url '@localhost:8883' && start_broker
start_processes
start_proxy
start_backups
say "Munjigi serves https://$host. Check it with: munjigi doctor"
