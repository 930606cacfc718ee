-- Guests join the waitlist from the booking page (WL-5), and solve a proof of work when a limit is near (BK-11).

alter table waitlist
  add column origin text not null default 'STAFF' check (origin in ('STAFF', 'ONLINE')),
  add column guest_language text not null default 'ko' check (guest_language in ('ko', 'en')),
  -- The keyed hash of the phone, for the limit of entries. Null: entries of staff, and erased ones.
  add column phone_mark bytea;
create index waitlist_phone on waitlist (store_id, phone_mark)
  where origin = 'ONLINE' and state in ('WAITING', 'FREE', 'OFFERED');

-- The range of numbers of a phone, for the proof of work. Null: codes from before this migration.
alter table phone_codes add column range_mark bytea;
create index phone_codes_range on phone_codes (range_mark, sent_at desc) where range_mark is not null;

-- Solved challenges: each is accepted once. Rows are deleted after a day, when their challenges have expired.
create table solved_challenges (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  solved_at timestamptz(3) not null,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
create index solved_challenges_solved on solved_challenges (solved_at);
select protect_store_table('solved_challenges');
create policy sweeps on solved_challenges for delete to munjigi_system using (true);
grant delete on solved_challenges to munjigi_system;
