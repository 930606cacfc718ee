-- Guests whom stores refuse, and the notes of stores about their guests (RG-1 to RG-6, decision 139).

-- Without a store it holds for every store of the chain. A row is never changed but to end it early.
create table blocked_guests (
  product_id uuid not null references products,
  id uuid not null,
  store_id uuid,
  guest_phone bytea not null,
  guest_email bytea not null default '',
  phone_mark bytea,
  email_mark bytea,
  reason text not null check (reason <> ''),
  blocked_at timestamptz(3) not null,
  blocked_by_name text not null,
  ends_at timestamptz(3) not null check (ends_at > blocked_at),
  lifted_at timestamptz(3),
  lifted_by_name text,
  primary key (product_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  check ((lifted_at is null) = (lifted_by_name is null))
);
create index blocked_guests_phone on blocked_guests (product_id, phone_mark) where lifted_at is null;
create index blocked_guests_email on blocked_guests (product_id, email_mark) where lifted_at is null and email_mark is not null;
create index blocked_guests_ended on blocked_guests (product_id, ends_at);
alter table blocked_guests enable row level security;
alter table blocked_guests force row level security;
create policy read_of_the_product on blocked_guests for select to munjigi_app, munjigi_system
  using (product_id = (select actor_product())
         and (store_id is null or (select actor_sees_all_stores()) or store_id = any ((select actor_stores())::uuid[])));
create policy add_of_the_reach on blocked_guests for insert to munjigi_app, munjigi_system
  with check (product_id = (select actor_product())
              and ((select actor_sees_all_stores()) or store_id = any ((select actor_stores())::uuid[])));
create policy end_of_the_reach on blocked_guests for update to munjigi_app, munjigi_system
  using (product_id = (select actor_product())
         and ((select actor_sees_all_stores()) or store_id = any ((select actor_stores())::uuid[])));
create policy kept on blocked_guests to munjigi_system using ((select actor_product()) is null);
select let_backup_read('blocked_guests');
grant select, insert, update (lifted_at, lifted_by_name) on blocked_guests to munjigi_app;
grant select, insert, update, delete on blocked_guests to munjigi_system;
comment on table blocked_guests is
  'modules/reservations: a guest whom a store, or the whole chain, refuses until a time';

create table guest_notes (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  guest_phone bytea not null,
  phone_mark bytea,
  note_text bytea not null,
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  version integer not null default 1,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
create unique index guest_notes_phone on guest_notes (store_id, phone_mark);
select protect_store_table('guest_notes');
grant delete on guest_notes to munjigi_app, munjigi_system;
comment on table guest_notes is
  'modules/reservations: what the staff of a store wrote about the guest with this phone number';
