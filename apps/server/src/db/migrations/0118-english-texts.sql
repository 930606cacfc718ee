-- What a store writes for its guests has an English text beside the Korean one (GP-12, decision 102). Empty: the store
-- wrote none, and guests see the other one with a mark.
alter table stores
  add column guest_address_en text not null default '' check (length(guest_address_en) <= 200),
  add column guest_directions_en text not null default '' check (length(guest_directions_en) <= 500),
  add column guest_house_rules_en text not null default '' check (length(guest_house_rules_en) <= 1000),
  add column booking_terms_en text not null default '' check (length(booking_terms_en) <= 4000);
alter table rooms
  add column description_en text not null default '' check (length(description_en) <= 2000),
  add column guest_directions_en text not null default '' check (length(guest_directions_en) <= 500);
grant select (guest_address_en, guest_directions_en, guest_house_rules_en, booking_terms_en) on stores to munjigi_guest;
grant select (guest_address_en, booking_terms_en) on stores to munjigi_system;
grant select (guest_directions_en) on rooms to munjigi_guest;

-- The terms that a guest accepted online, as the page showed them (BK-6). Later edits of the store do not change them.
create table accepted_terms (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  reservation_id uuid not null,
  -- The language of the text, which can differ from that of the page.
  language text not null check (language in ('ko', 'en')),
  terms text not null check (length(terms) between 1 and 4000),
  accepted_at timestamptz(3) not null,
  primary key (store_id, id),
  unique (store_id, reservation_id),
  foreign key (store_id, reservation_id) references reservations (store_id, id)
);
select protect_store_table('accepted_terms');
create policy own_terms on accepted_terms for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and reservation_id = (select actor_reservation()));
grant select (product_id, store_id, id, reservation_id, language, terms, accepted_at) on accepted_terms to munjigi_guest;
