-- Help of the store on the guest's page (GP-4).

-- The guest sees who opened a door of their way last: a person, or they themselves. No name and no reason is granted.
create policy own_way on device_history for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[])
         and action in ('OPEN', 'UNLOCKED') and (cause_kind = 'PERSON' or cause_id = (select actor_reservation()))
         and target_id in (select id from doors));
grant select (product_id, store_id, id, target_id, action, status, cause_kind, cause_id, requested_at, finished_at)
  on device_history to munjigi_guest;
