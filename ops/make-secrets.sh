#!/bin/sh
# Makes the secrets, the certificates and the account of the broker below a folder: make-secrets.sh FOLDER
# Each program gets a folder of its own with what it reads: server, database, broker, proxy. What is there stays as it is, so
# that this can run before each start. Needs openssl and mosquitto_passwd.
#
# PROXY_HOST     name under which people open the server
# DATABASE_HOST  name of PostgreSQL, for the server; BROKER_HOST of the broker, also for the devices
# SERVER_OWNER, DATABASE_OWNER, BROKER_OWNER  users who get their folders
set -eu
umask 077
: "${PROXY_HOST:=localhost}" "${DATABASE_HOST:=127.0.0.1}" "${BROKER_HOST:=localhost}"
: "${SERVER_OWNER:=root}" "${DATABASE_OWNER:=root}" "${BROKER_OWNER:=root}"
cd "$1" 2>/dev/null || { mkdir -p "$1" && cd "$1"; }
# Others may pass through to their folders, and list nothing.
chmod 711 .
mkdir -p server database broker proxy

# A file gets its name when it is complete: a killed run leaves no half secret. The content comes from the standard input.
keep() {
  cat >"$1.part"
  mv "$1.part" "$1"
}
missing() { [ ! -s "$1" ]; }

for name in server/token-secret server/personal-data-keys server/metrics-token database/password broker-password; do
  if missing "$name"; then openssl rand -hex 32 | keep "$name"; fi
done

# An authority for the certificates of the broker and the proxy.
key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1; }
if missing ca.pem; then
  key | keep ca.key
  openssl req -x509 -key ca.key -days 3650 -subj '/CN=Munjigi' -addext 'basicConstraints=critical,CA:TRUE' \
    -addext 'keyUsage=critical,keyCertSign,cRLSign' | keep ca.pem
fi
# certificate FILE HOST…
certificate() {
  missing "$1.pem" || return 0
  file=$1
  shift
  names=
  for host in "$@"; do
    case $host in *[!0-9.]*) names="$names,DNS:$host" ;; *) names="$names,IP:$host" ;; esac
  done
  key | keep "$file.key"
  printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth\n' "${names#,}" >extensions
  openssl req -new -key "$file.key" -subj "/CN=$1" >request
  openssl x509 -req -in request -CA ca.pem -CAkey ca.key -CAcreateserial -days 825 -extfile extensions 2>/dev/null |
    keep "$file.pem"
  rm request extensions
}
certificate broker/broker "$BROKER_HOST" "$PROXY_HOST"
certificate proxy/proxy "$PROXY_HOST"
cp ca.pem server/ca.pem
cp ca.pem broker/ca.pem

if missing server/database-url; then
  echo "postgres://munjigi:$(cat database/password)@$DATABASE_HOST:5432/munjigi" | keep server/database-url
fi
if missing server/mqtt-url; then
  echo "mqtts://munjigi:$(cat broker-password)@$BROKER_HOST:8883" | keep server/mqtt-url
fi

# Munjigi's own account. docs/install.md says how devices get theirs.
if missing broker/accounts; then
  : >broker/accounts.part
  mosquitto_passwd -b broker/accounts.part munjigi "$(cat broker-password)"
  mv broker/accounts.part broker/accounts
fi
if missing broker/rules; then printf 'user munjigi\ntopic readwrite #\n' | keep broker/rules; fi
if missing broker/mosquitto.conf; then
  folder=${BROKER_FOLDER:-/run/munjigi}
  keep broker/mosquitto.conf <<END
listener 8883
cafile $folder/ca.pem
certfile $folder/broker.pem
keyfile $folder/broker.key
allow_anonymous false
password_file $folder/accounts
acl_file $folder/rules
set_tcp_nodelay true
max_packet_size 131072
END
fi
chown -R "$SERVER_OWNER" server
chown -R "$DATABASE_OWNER" database
chown -R "$BROKER_OWNER" broker
