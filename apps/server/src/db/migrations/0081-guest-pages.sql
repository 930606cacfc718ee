-- The guest's own page (GP-2, GP-4, GP-5): how to get in, answers to a guest who asked for help, and ratings of stays.

-- What the page says about the store and the room. The guest reads the Wi-Fi password in the access window only, and of
-- staff only people with the right to change the store; no event and no audit entry contains it.
alter table stores
  add column guest_directions text not null default '' check (length(guest_directions) <= 500),
  add column guest_map_url text not null default '' check (length(guest_map_url) <= 500 and (guest_map_url = '' or guest_map_url ~ '^https://')),
  add column guest_house_rules text not null default '' check (length(guest_house_rules) <= 1000),
  add column guest_wifi_name text not null default '' check (length(guest_wifi_name) <= 32),
  add column guest_wifi_password text not null default '' check (length(guest_wifi_password) <= 63),
  add check (guest_wifi_password = '' or guest_wifi_name <> '');
alter table rooms add column guest_directions text not null default '' check (length(guest_directions) <= 500);
grant select (guest_directions, guest_map_url, guest_house_rules, guest_wifi_name, guest_wifi_password) on stores to munjigi_guest;
grant select (guest_directions, amenities) on rooms to munjigi_guest;

create policy own_room on room_photos for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and room_id in (select room_id from reservations));
grant select (product_id, store_id, id, room_id, sort_order, width, height, large) on room_photos to munjigi_guest;

-- When a person first opened the guest's case. Cases from before do not ring any more.
alter table help_desk_cases
  add column seen_at timestamptz(3),
  add check (seen_at is null or person_id is null);
update help_desk_cases set seen_at = opened_at where person_id is null and resolved_at is null;
create index help_desk_cases_raised on help_desk_cases (product_id, opened_at) where resolved_at is null and seen_at is null and person_id is null;
grant select (person_id, seen_at) on help_desk_cases to munjigi_guest;

-- What staff wrote to a guest who asked for help. The text is sealed: it can contain personal data.
create table guest_answers (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  case_id uuid not null,
  reservation_id uuid not null,
  answer_text bytea not null,
  created_at timestamptz(3) not null,
  created_by uuid not null,
  created_by_name text not null check (length(created_by_name) <= 200),
  primary key (store_id, id),
  foreign key (store_id, case_id) references help_desk_cases (store_id, id),
  foreign key (store_id, reservation_id) references reservations (store_id, id)
);
create index guest_answers_case on guest_answers (store_id, case_id, created_at);
select protect_store_table('guest_answers');
create policy own_answers on guest_answers for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and reservation_id = (select actor_reservation()));
grant select (product_id, store_id, id, case_id, reservation_id, answer_text, created_at) on guest_answers to munjigi_guest;

-- The rating of a stay, once for each reservation. The remark is sealed: it can contain personal data.
create table stay_ratings (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  reservation_id uuid not null,
  score smallint not null check (score between 1 and 5),
  guest_remark bytea not null,
  rated_at timestamptz(3) not null,
  primary key (store_id, id),
  unique (store_id, reservation_id),
  foreign key (store_id, reservation_id) references reservations (store_id, id)
);
create index stay_ratings_latest on stay_ratings (product_id, rated_at desc, id desc);
create index stay_ratings_store_latest on stay_ratings (store_id, rated_at desc, id desc);
select protect_store_table('stay_ratings');
create policy own_rating on stay_ratings for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and reservation_id = (select actor_reservation()));
grant select (product_id, store_id, id, reservation_id, score, guest_remark, rated_at) on stay_ratings to munjigi_guest;
