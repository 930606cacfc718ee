-- Four columns get the names of what they hold. Processes of the release before still read and write the old ones during an
-- update, so a trigger on each table keeps both equal; a later release drops the old columns with the triggers.

alter table device_links add column published_online text not null default 'UNKNOWN'
  check (published_online in ('ONLINE', 'OFFLINE', 'UNKNOWN'));
alter table overruns add column reported_from timestamptz(3);
alter table access_codes add column revealed_at timestamptz(3);
alter table provider_payments add column notified_at timestamptz(3);

-- The owner of the tables sees their rows only without the force.
alter table device_links no force row level security;
alter table overruns no force row level security;
alter table access_codes no force row level security;
alter table provider_payments no force row level security;
update device_links set published_online = told_online where told_online <> 'UNKNOWN';
update overruns set reported_from = told_from;
-- Of a withdrawn code the time is not read again.
update access_codes set revealed_at = told_at where told_at is not null and withdrawn_at is null;
update provider_payments set notified_at = told_at where told_at is not null;
alter table device_links force row level security;
alter table overruns force row level security;
alter table access_codes force row level security;
alter table provider_payments force row level security;
alter table overruns add constraint overruns_reported_from_check check (reported_from is not null);

create index overruns_uncounted_from on overruns (reported_from) where counted_at is null and ended_at is null;

create function sync_published_online() returns trigger language plpgsql as $$
begin
  if new.published_online is distinct from (case when tg_op = 'UPDATE' then old.published_online else 'UNKNOWN' end) then
    new.told_online := new.published_online;
  else
    new.published_online := new.told_online;
  end if;
  return new;
end $$;
create trigger device_links_insert_old_name before insert on device_links for each row
  when (new.published_online is distinct from new.told_online) execute function sync_published_online();
create trigger device_links_update_old_name before update of published_online, told_online on device_links for each row
  when (new.published_online is distinct from new.told_online) execute function sync_published_online();

create function sync_reported_from() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.reported_from := coalesce(new.reported_from, new.told_from);
    new.told_from := new.reported_from;
  elsif new.reported_from is distinct from old.reported_from then
    new.told_from := new.reported_from;
  else
    new.reported_from := new.told_from;
  end if;
  return new;
end $$;
create trigger overruns_insert_old_name before insert on overruns for each row
  when (new.reported_from is distinct from new.told_from) execute function sync_reported_from();
create trigger overruns_update_old_name before update of reported_from, told_from on overruns for each row
  when (new.reported_from is distinct from new.told_from) execute function sync_reported_from();

create function sync_revealed_at() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.revealed_at := coalesce(new.revealed_at, new.told_at);
    new.told_at := new.revealed_at;
  elsif new.revealed_at is distinct from old.revealed_at then
    new.told_at := new.revealed_at;
  else
    new.revealed_at := new.told_at;
  end if;
  return new;
end $$;
create trigger access_codes_insert_old_name before insert on access_codes for each row
  when (new.revealed_at is distinct from new.told_at) execute function sync_revealed_at();
create trigger access_codes_update_old_name before update of revealed_at, told_at on access_codes for each row
  when (new.revealed_at is distinct from new.told_at) execute function sync_revealed_at();

create function sync_notified_at() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.notified_at := coalesce(new.notified_at, new.told_at);
    new.told_at := new.notified_at;
  elsif new.notified_at is distinct from old.notified_at then
    new.told_at := new.notified_at;
  else
    new.notified_at := new.told_at;
  end if;
  return new;
end $$;
create trigger provider_payments_insert_old_name before insert on provider_payments for each row
  when (new.notified_at is distinct from new.told_at) execute function sync_notified_at();
create trigger provider_payments_update_old_name before update of notified_at, told_at on provider_payments for each row
  when (new.notified_at is distinct from new.told_at) execute function sync_notified_at();
