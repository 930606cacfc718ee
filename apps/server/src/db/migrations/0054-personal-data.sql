-- Guests' names and phones, and texts of banks and providers about them: sealed with a key of the configuration, found
-- by keyed marks (PD-3). Values from before have four zero bytes instead of a key's id: the server seals them before it
-- accepts requests.

create function not_yet_sealed(value text) returns bytea immutable language sql as $$
  select case when value = '' then ''::bytea else '\x00000000'::bytea || convert_to(value, 'UTF8') end
$$;

drop index reservations_by_last_four, reservations_by_name;
alter table reservations
  drop column phone_last_four,
  drop column guest_phone_digits,
  alter column guest_name type bytea using not_yet_sealed(guest_name),
  alter column guest_phone type bytea using not_yet_sealed(guest_phone),
  -- Marks of the phone in national format, of its last four digits, and of the beginnings of the name, concatenated.
  add column phone_mark bytea,
  add column last_four_mark bytea,
  add column name_marks bytea;
create index reservations_by_last_four on reservations (product_id, last_four_mark, starts_at desc) where last_four_mark is not null;
create index reservations_by_name on reservations (product_id, name_marks) where name_marks is not null;

alter table waitlist
  alter column guest_name type bytea using not_yet_sealed(guest_name),
  alter column guest_phone type bytea using not_yet_sealed(guest_phone);

alter table deposits alter column depositor_name type bytea using not_yet_sealed(depositor_name);
alter table deposits rename column text to bank_text;
alter table deposits alter column bank_text type bytea using not_yet_sealed(bank_text);
alter table deposit_messages
  alter column raw type bytea using '\x00000000'::bytea || raw,
  alter column reading type bytea using not_yet_sealed(reading::text);

alter table provider_webhooks alter column body type bytea using '\x00000000'::bytea || body;

-- Stored replies may contain revealed data; they are kept for a day.
alter table idempotency_keys alter column reply type bytea using not_yet_sealed(reply::text);

drop function not_yet_sealed;

-- How long guests are named, and how far that was done.
create table personal_data_terms (
  product_id uuid primary key references products,
  kept_months integer not null check (kept_months between 1 and 120),
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  version integer not null default 1
);
alter table personal_data_terms enable row level security;
alter table personal_data_terms force row level security;
create policy of_the_product on personal_data_terms to munjigi_app, munjigi_system using (product_id = (select actor_product()));
create policy change_of_the_product on personal_data_terms as restrictive for insert to munjigi_app with check ((select actor_sees_all_stores()));
grant select, insert, update on personal_data_terms to munjigi_app;
grant select on personal_data_terms to munjigi_system;
select let_backup_read('personal_data_terms');
create table personal_data_erasures (
  product_id uuid not null,
  store_id uuid not null,
  -- Everything of guests before it is erased.
  erased_to timestamptz(3) not null,
  primary key (store_id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
select protect_store_table('personal_data_erasures');

-- The keys that were used, so that a server with a wrong key stops before it accepts requests.
create table personal_keys (
  id bytea primary key,
  -- A known text, sealed with the key.
  proof bytea not null,
  used_since timestamptz(3) not null,
  -- When no value was sealed with it any more.
  retired_at timestamptz(3)
);
grant select, insert, update on personal_keys to munjigi_system;
-- In a database that was used before, four zero bytes stand for everything that is not sealed yet.
insert into personal_keys (id, proof, used_since) select '\x00000000', '', now() where pg_relation_size('stores') > 0;
grant update (reply) on idempotency_keys to munjigi_system;
