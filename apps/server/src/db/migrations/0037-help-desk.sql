-- One person's help for one guest, from opening the guest's page until something helped (NX-2).
create table help_desk_cases (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  reservation_id uuid not null,
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 200),
  opened_at timestamptz(3) not null,
  -- The store's business date at the opening.
  business_date date not null,
  resolved_at timestamptz(3),
  outcome text check (outcome in ('DOOR_OPENED', 'EXTENDED', 'NEW_CODE', 'EXPLAINED', 'PASSED_ON', 'NOT_REACHED')),
  note text not null default '' check (length(note) <= 300),
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  foreign key (store_id, reservation_id) references reservations (store_id, id),
  check ((resolved_at is null) = (outcome is null)),
  check (resolved_at >= opened_at)
);
-- One open case for each person, for any number of page views and tabs.
create unique index help_desk_cases_open on help_desk_cases (store_id, reservation_id, person_id) where resolved_at is null;
create index help_desk_cases_of_reservation on help_desk_cases (store_id, reservation_id, opened_at desc);
create index help_desk_cases_newest on help_desk_cases (product_id, opened_at desc, id desc);
create index help_desk_cases_of_day on help_desk_cases (store_id, business_date);
select protect_store_table('help_desk_cases');

-- The recorded duration of the help cannot be changed later.
create function keep_help_desk_case() returns trigger language plpgsql as $$
begin
  if old.resolved_at is not null
     or (new.product_id, new.store_id, new.id, new.reservation_id, new.person_id, new.person_name, new.opened_at, new.business_date)
        is distinct from (old.product_id, old.store_id, old.id, old.reservation_id, old.person_id, old.person_name, old.opened_at, old.business_date) then
    raise exception 'help_desk_cases: % does not change any more', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger help_desk_cases_forward before update on help_desk_cases for each row execute function keep_help_desk_case();
create trigger help_desk_cases_kept before delete or truncate on help_desk_cases for each statement execute function refuse_change();
