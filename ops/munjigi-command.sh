#!/bin/sh
# munjigi COMMAND: runs a command of the installed release with the settings and secrets of this server.
# ops/install.sh puts it at /usr/local/bin/munjigi.
set -eu
secrets=/etc/munjigi/server
if [ ! -r "$secrets/token-secret" ] && [ -z "${TOKEN_SECRET_FILE:-}" ]; then
  echo "munjigi: root reads the secrets in $secrets: run it with sudo" >&2
  exit 2
fi
: "${TOKEN_SECRET_FILE:=$secrets/token-secret}" "${PERSONAL_DATA_KEYS_FILE:=$secrets/personal-data-keys}"
: "${METRICS_TOKEN_FILE:=$secrets/metrics-token}" "${DATABASE_URL_FILE:=$secrets/database-url}"
: "${MQTT_URL_FILE:=$secrets/mqtt-url}" "${NODE_EXTRA_CA_CERTS:=$secrets/ca.pem}"
: "${MUNJIGI_ENV_FILE:=/etc/munjigi/munjigi.env}" "${NODE_ENV:=production}" "${DATA_DIR:=/var/lib/munjigi}"
backup=/etc/munjigi/backup
if [ -s "$backup/keys" ]; then export BACKUP_KEYS_FILE="${BACKUP_KEYS_FILE:-$backup/keys}"; fi
if [ -s "$backup/secret-key" ]; then
  export BACKUP_S3_ACCESS_KEY_FILE="${BACKUP_S3_ACCESS_KEY_FILE:-$backup/access-key}"
  export BACKUP_S3_SECRET_KEY_FILE="${BACKUP_S3_SECRET_KEY_FILE:-$backup/secret-key}"
fi
# `doctor` asks the first process for its version.
: "${PORT:=4001}"
export TOKEN_SECRET_FILE PERSONAL_DATA_KEYS_FILE METRICS_TOKEN_FILE DATABASE_URL_FILE MQTT_URL_FILE NODE_EXTRA_CA_CERTS
export MUNJIGI_ENV_FILE NODE_ENV DATA_DIR PORT
exec /opt/munjigi/bin/munjigi "$@"
