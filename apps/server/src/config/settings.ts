export interface Setting {
  /** What it is for, in Markdown. */
  readonly meaning: string;
  /** What holds without it, in Markdown. */
  readonly otherwise: string;
  /** It can be the content of a file, whose path is in the setting with `_FILE` at the end of its name. */
  readonly isSecret?: true;
}

/** Every setting of the server in groups, for `docs/settings.md` and `.env.example`, which a test writes from it. */
export const SETTING_GROUPS = {
  server: {
    PORT: {
      meaning: 'port that the server listens on',
      otherwise: '`4000`',
    },
    HOST: {
      meaning:
        'address that the server listens on; the loopback by default, `0.0.0.0` for every address of the machine',
      otherwise: '`127.0.0.1`',
    },
    PUBLIC_URL: {
      meaning:
        'the address under which people open the server (`https://office.example.com`), without a path. The links of invitations and reset links begin with it; it is never taken from a request. Without it these e-mails are not sent, and an ADMIN hands the link over',
      otherwise: 'none; in a demo on this machine its own address',
    },
    TRUST_PROXY: {
      meaning:
        "proxies that are trusted to set the client's address in `X-Forwarded-For`: `0` for none, the number of your own proxies in a row (`1`), or their addresses and networks (`10.0.0.5,10.1.0.0/16`)",
      otherwise: '`0`',
    },
    LOG_LEVEL: {
      meaning: 'JSON lines on standard output',
      otherwise: '`warn` in the demo, else `info`',
    },
    METRICS_TOKEN: {
      meaning: 'token for `/metrics` (`Authorization: Bearer …`); without it only this machine can read them',
      otherwise: '–',
      isSecret: true,
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      meaning:
        'receiver of OpenTelemetry traces over HTTP, without `/v1/traces` (`http://127.0.0.1:4318`); docs/watching.md (Traces) lists what they contain',
      otherwise: '–: no traces',
    },
    OTEL_EXPORTER_OTLP_HEADERS: {
      meaning: 'headers for that receiver, such as its key (`api-key=…`), with commas between them',
      otherwise: 'none',
      isSecret: true,
    },
    DATA_DIR: {
      meaning:
        'folder of the embedded database and of the stored secrets (`token-secret`, `database-password`, `broker-secret`)',
      otherwise: '`.data`',
    },
  },
  database: {
    DATABASE_URL: {
      meaning: 'PostgreSQL 15 or later, or a pooler before it, instead of the embedded server; needs `TOKEN_SECRET`',
      otherwise: '–',
      isSecret: true,
    },
    DATABASE_DIRECT_URL: {
      meaning:
        'PostgreSQL itself when `DATABASE_URL` leads to a pooler in transaction mode, such as PgBouncer: for the migrations, the backup and the notifications of changes. It says that there is a pooler',
      otherwise: '–',
      isSecret: true,
    },
    DATABASE_PREPARED: {
      meaning:
        '`1` with a pooler that keeps the names of prepared statements of its clients apart (PgBouncer 1.21 or later with `max_prepared_statements`): statements are then planned once. Without a pooler they always are',
      otherwise: '`0`',
    },
    DATABASE_POOL: {
      meaning: 'connections of one process',
      otherwise: '`10`',
    },
    DATABASE_WAIT_SECONDS: {
      meaning:
        'how long the start waits for a database that cannot be reached; a wrong password or a missing database ends it at once',
      otherwise: '`0`',
    },
    SEARCH_TIMEOUT_MS: {
      meaning: 'time limit of one text search',
      otherwise: '`8000`',
    },
  },
  secrets: {
    TOKEN_SECRET: {
      meaning:
        'signs sign-in tokens, encrypts access codes and second factors; at least 32 characters, the same for every process. After a change all people must sign in again, future guests get other codes, and second factors do not work until they are reset',
      otherwise: 'generated and stored in `DATA_DIR`',
      isSecret: true,
    },
    PERSONAL_DATA_KEYS: {
      meaning:
        "encrypts guests' names, phones and the messages of banks and providers: one secret of at least 32 characters, or two with a comma between them, the newest first; the same for every process",
      otherwise: 'derived from `TOKEN_SECRET`',
      isSecret: true,
    },
    TOKEN_HOURS: {
      meaning: 'how long a sign-in lasts',
      otherwise: '`12`',
    },
  },
  broker: {
    MQTT_URL: {
      meaning:
        "Mosquitto, EMQX or another broker instead of the embedded one, with Munjigi's own account: `mqtts://user:password@host:8883` (`@ / # %` in them are written `%40 %2F %23 %25`); needed with `DATABASE_URL`; set `set_tcp_nodelay true` in Mosquitto, or a message can wait 40 ms for the next one",
      otherwise: '–',
      isSecret: true,
    },
    MQTT_BROKER_NAME: {
      meaning:
        'name of the broker of `MQTT_URL`, the same for every process that uses the broker, even under different host names; stored and logged, so it must not be an address',
      otherwise: '`main`',
    },
    EMBEDDED_BROKER: {
      meaning: '`1` starts the embedded broker also with `DATABASE_URL`, for one process and devices on its machine',
      otherwise: '`0`',
    },
    MQTT_PORT: {
      meaning: 'port of the embedded broker, on the loopback; `0` uses any free port',
      otherwise: '`4883`',
    },
    EMBEDDED_BROKER_SECRET: {
      meaning: "secret from which the passwords of the embedded broker's accounts are derived; at least 32 characters",
      otherwise: 'generated and stored in `DATA_DIR`',
      isSecret: true,
    },
  },
  backup: {
    BACKUP_TARGET: {
      meaning:
        'where `munjigi backup-push` keeps backups: a folder that exists (`/var/backups/munjigi`), or `s3://BUCKET/PREFIX`. With it `/metrics` has the age of the last backup (docs/backup.md)',
      otherwise: '–',
    },
    BACKUP_KEYS: {
      meaning:
        'encrypts the backups: keys of age (`AGE-SECRET-KEY-1…`), the newest first, with commas or lines between them; `munjigi backup-key` makes one. Older keys only open older backups',
      otherwise: '–',
      isSecret: true,
    },
    BACKUP_KEEP: {
      meaning:
        'of how many days, weeks and months the newest backup is kept (`7d,4w,6m`). The newest backup is never deleted',
      otherwise: '`7d,4w,6m`',
    },
    BACKUP_S3_ENDPOINT: {
      meaning: 'address of the S3 service of `BACKUP_TARGET` (`https://s3.example.com`)',
      otherwise: "Amazon's of `BACKUP_S3_REGION`",
    },
    BACKUP_S3_REGION: {
      meaning: 'region of the bucket',
      otherwise: '`us-east-1`',
    },
    BACKUP_S3_ACCESS_KEY: {
      meaning: 'access key of the S3 service',
      otherwise: '–',
      isSecret: true,
    },
    BACKUP_S3_SECRET_KEY: {
      meaning: 'secret key that belongs to it',
      otherwise: '–',
      isSecret: true,
    },
  },
  peers: {
    PUSH_CONTACT: {
      meaning:
        '`mailto:you@example.com` or an `https://` address, which a push service can use when messages of this server cause problems. Set it: some push services refuse messages without a real contact',
      otherwise: 'a name that does not exist',
    },
    PUSH_ALLOW_HOSTS: {
      meaning:
        'push services in addition to those of docs/protection.md (Browser push): host names with commas between them (`push.example.com,*.example.org`). HTTPS on port 443, public addresses only',
      otherwise: 'none',
    },
    WEBHOOK_ALLOW: {
      meaning:
        'networks that are not public and that outgoing webhooks and mail servers can still reach, webhooks also over plain HTTP, with commas between them (`10.1.0.0/16,192.168.7.20`). All other addresses must be public and use HTTPS',
      otherwise: 'none',
    },
    PROVIDER_TIMEOUT_MS: {
      meaning: 'time-out of a request to a payment provider; the server then asks the provider for the result',
      otherwise: '`60000`',
    },
    REQUEST_LIMIT: {
      meaning: 'requests of one signed-in person in a minute, per process; `0` no limit (measurements)',
      otherwise: '`600`',
    },
  },
  demo: {
    DEMO: {
      meaning:
        'demo chains and virtual locks, with accounts whose password is published. With `0` those accounts are refused',
      otherwise: '`1` embedded, `0` with `DATABASE_URL`',
    },
    DEMO_ON_NETWORK: {
      meaning: '`1` allows the demo on a `HOST` that other machines can reach; otherwise the server refuses to start',
      otherwise: '`0`',
    },
    PROVIDER_TEST_URLS: {
      meaning:
        "`1` lets an ADMIN point a payment provider or Solapi at a port of this machine (`http://127.0.0.1:…`), for virtual providers in tests. Otherwise the server calls only the provider's own address",
      otherwise: '`1` with `DEMO=1`, else `0`',
    },
    PUSH_TEST_NETWORKS: {
      meaning:
        'for tests only: addresses of fake push services, which the server calls over plain HTTP and on any port',
      otherwise: 'none',
    },
  },
} as const satisfies Record<string, Record<string, Setting>>;

type Groups = typeof SETTING_GROUPS;
export type SettingName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

export const SETTINGS: Readonly<Record<SettingName, Setting>> = {
  ...SETTING_GROUPS.server,
  ...SETTING_GROUPS.database,
  ...SETTING_GROUPS.secrets,
  ...SETTING_GROUPS.broker,
  ...SETTING_GROUPS.backup,
  ...SETTING_GROUPS.peers,
  ...SETTING_GROUPS.demo,
};
