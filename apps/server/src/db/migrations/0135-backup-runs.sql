-- Runs of backup-push and restore-drill (docs/decisions/124). The commands write them as the owner of the database; the
-- servers read when each kind last succeeded.
create table backups (
  id uuid primary key,
  kind text not null check (kind in ('BACKUP', 'DRILL')),
  started_at timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  target text not null,
  -- Null, as the size and the checksum: the run failed before there was a backup.
  name text,
  bytes bigint,
  sha256 text,
  -- Null: the run succeeded.
  fault text,
  check (fault is not null or (name is not null and bytes is not null and sha256 is not null))
);
create index backups_succeeded on backups (kind, finished_at desc) where fault is null;
grant select on backups to munjigi_system;
