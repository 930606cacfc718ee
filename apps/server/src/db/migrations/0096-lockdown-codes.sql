-- A lockdown suspends the codes in the locks of its doors, and they come back when it ends (DR-8).

-- The doors whose codes must be brought to the state that their mode asks for; null: nothing is due.
create table access_suspensions (
  product_id uuid not null,
  store_id uuid not null,
  -- The door's.
  id uuid not null,
  due_at timestamptz(3),
  primary key (store_id, id),
  foreign key (store_id, id) references doors (store_id, id)
);
create index access_suspensions_due on access_suspensions (due_at) where due_at is not null;
select protect_store_table('access_suspensions');
create policy due on access_suspensions for select to munjigi_system using (due_at is not null and (select actor_product()) is null);
-- Doors that are locked down during the upgrade. The owner of the tables cannot see their rows either.
alter table doors no force row level security;
insert into access_suspensions (product_id, store_id, id, due_at)
select product_id, store_id, id, 'epoch' from doors where door_mode = 'LOCKED_DOWN';
alter table doors force row level security;

create function review_suspension() returns trigger language plpgsql as $$
begin
  insert into access_suspensions (product_id, store_id, id, due_at) values (new.product_id, new.store_id, new.id, 'epoch')
  on conflict (store_id, id) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger doors_review_suspension after update of door_mode on doors for each row
  when ((old.door_mode = 'LOCKED_DOWN') is distinct from (new.door_mode = 'LOCKED_DOWN')) execute function review_suspension();

-- An opening during a lockdown is an alarm. The constraint is validated by the next migration.
alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check
  check (kind in ('LEFT_OPEN', 'FORCED', 'OFFLINE', 'BATTERY_LOW', 'JAMMED', 'UNKNOWN_OPENING', 'LOCKDOWN_OPENING')) not valid;
