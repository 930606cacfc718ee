-- Rooms and hours for adults, and how guests are found to be adult (AG-1 to AG-11, docs/decisions/141). Nothing here says
-- how old anyone is: a row of `age_checks` says that a contact was adult, and a check that did not pass leaves none.

-- `id` is the store's: one row of a store.
create table age_rules (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null check (id = store_id),
  rules jsonb not null,
  check_months integer not null check (check_months between 1 and 24),
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  version integer not null default 1,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
select protect_store_table('age_rules');
comment on table age_rules is
  'modules/age-checks: the rooms and hours of a store for adults, and how long a check counts';

create table age_checks (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  -- The keyed hash of the phone, or of the mailbox of a guest abroad.
  contact_mark bytea not null,
  basis text not null check (basis in ('BIRTHDAY_18', 'YOUTH_ACT', 'BIRTHDAY_19')),
  way text not null check (way in ('IDENTITY', 'DOCUMENT')),
  checked_at timestamptz(3) not null,
  valid_until timestamptz(3) not null check (valid_until > checked_at),
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
create unique index age_checks_contact on age_checks (store_id, contact_mark, basis);
create index age_checks_ended on age_checks (valid_until);
select protect_store_table('age_checks');
grant delete on age_checks to munjigi_app, munjigi_system;
create policy sweep on age_checks to munjigi_system using ((select actor_product()) is null);
comment on table age_checks is
  'modules/age-checks: that the guest with this contact was found to be adult, until the check ends';

-- An identity check that a guest has begun. It says nothing of what came of it.
create table age_check_attempts (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  -- Null: the guest books online.
  reservation_id uuid,
  contact_mark bytea not null,
  basis text not null check (basis in ('BIRTHDAY_18', 'YOUTH_ACT', 'BIRTHDAY_19')),
  started_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
create index age_check_attempts_contact on age_check_attempts (store_id, contact_mark, started_at);
create index age_check_attempts_started on age_check_attempts (started_at);
select protect_store_table('age_check_attempts');
grant delete on age_check_attempts to munjigi_app, munjigi_system;
create policy sweep on age_check_attempts to munjigi_system using ((select actor_product()) is null);
comment on table age_check_attempts is
  'modules/identity-checks: an identity check that a guest has begun, kept for a day';

-- `id` is the reservation's. A stay that touches no rule has no row.
create table age_requirements (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  basis text not null check (basis in ('BIRTHDAY_18', 'YOUTH_ACT', 'BIRTHDAY_19')),
  -- Null: the reservation has no contact by which a check is found.
  contact_mark bytea,
  required_at timestamptz(3) not null,
  asked_at timestamptz(3),
  -- Null: the guest has not been checked, and gets no code.
  met_at timestamptz(3),
  way text check (way in ('IDENTITY', 'DOCUMENT')),
  document text check (document in ('ID_CARD', 'DRIVING_LICENCE', 'PASSPORT', 'RESIDENCE_CARD', 'OTHER')),
  confirmed_by_name text,
  primary key (store_id, id),
  foreign key (store_id, id) references reservations (store_id, id),
  check ((met_at is null) = (way is null)),
  check (document is null or way = 'DOCUMENT')
);
create index age_requirements_open on age_requirements (store_id, contact_mark) where met_at is null;
select protect_store_table('age_requirements');
grant delete on age_requirements to munjigi_app, munjigi_system;
create policy own_stay on age_requirements for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and id = (select actor_reservation()));
grant select on age_requirements to munjigi_guest;
comment on table age_requirements is
  'modules/age-checks: that a stay is for adults, and whether its guest was found to be one';

-- A guest who was checked gets the code, and one who has to be checked again loses it.
create function review_access_of_age() returns trigger language plpgsql as $$
begin
  update access_reviews set due_at = 'epoch' where store_id = coalesce(new.store_id, old.store_id)
    and id = coalesce(new.id, old.id);
  return null;
end $$;
create trigger age_requirements_review_access after insert or delete on age_requirements for each row
  execute function review_access_of_age();
create trigger age_requirements_review_access_again after update of met_at on age_requirements for each row
  when (old.met_at is distinct from new.met_at) execute function review_access_of_age();

create table identity_providers (
  product_id uuid not null references products,
  base_url text not null,
  -- For the window of the provider in the browser of the guest: public.
  channel_key text not null,
  merchant_id text not null,
  -- Sealed under the server's secret: the database alone does not reveal it.
  api_secret bytea not null,
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  version integer not null default 1,
  primary key (product_id)
);
alter table identity_providers enable row level security;
alter table identity_providers force row level security;
create policy of_the_product on identity_providers to munjigi_app
  using (product_id = (select actor_product()) and (select actor_sees_all_stores()));
create policy read_to_call on identity_providers for select to munjigi_system using (true);
grant select, insert, update on identity_providers to munjigi_app;
grant select on identity_providers to munjigi_system;
select let_backup_read('identity_providers');
comment on table identity_providers is
  'modules/identity-checks: the connection of a product to the provider of identity checks';
