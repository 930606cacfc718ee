-- Help of the store on the guest's page (GP-4).

-- The guest sees who opened a door of their way last: a person, or they themselves. No name and no reason is granted.
create policy own_way on device_history for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[])
         and action in ('OPEN', 'UNLOCKED') and (cause_kind = 'PERSON' or cause_id = (select actor_reservation()))
         and target_id in (select id from doors));
grant select (product_id, store_id, id, target_id, action, status, cause_kind, cause_id, requested_at, finished_at)
  on device_history to munjigi_guest;

-- What a guest needs help with, and what they wrote and photographed. Cases of guests from before are about a door.
alter table help_desk_cases
  add column trouble text check (trouble in ('DOOR', 'EQUIPMENT', 'OTHER')),
  add check (trouble is null or person_id is null);
grant select (trouble) on help_desk_cases to munjigi_guest;
create or replace function keep_help_desk_case() returns trigger language plpgsql as $$
begin
  if old.resolved_at is not null
     or (new.product_id, new.store_id, new.id, new.reservation_id, new.person_id, new.person_name, new.opened_at, new.business_date, new.trouble)
        is distinct from (old.product_id, old.store_id, old.id, old.reservation_id, old.person_id, old.person_name, old.opened_at, old.business_date, old.trouble) then
    raise exception 'help_desk_cases: % does not change any more', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Texts and photos can contain personal data, so both are sealed. A note has one of them.
create table guest_help_notes (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  case_id uuid not null,
  reservation_id uuid not null,
  note_text bytea not null,
  -- image/webp, at most 1600 × 1600; empty without a photo
  photo bytea not null,
  photo_width integer,
  photo_height integer,
  created_at timestamptz(3) not null,
  primary key (store_id, id),
  foreign key (store_id, case_id) references help_desk_cases (store_id, id),
  foreign key (store_id, reservation_id) references reservations (store_id, id),
  check ((photo_width is null) = (photo_height is null))
);
create index guest_help_notes_case on guest_help_notes (store_id, case_id, created_at);
select protect_store_table('guest_help_notes');
create policy own_notes on guest_help_notes for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and reservation_id = (select actor_reservation()));
grant select (product_id, store_id, id, case_id, reservation_id, note_text, photo_width, photo_height, created_at)
  on guest_help_notes to munjigi_guest;
