-- Payment notifications that people search and confirm (NT-2).

-- "Confirm all" names the newest notification that was shown and confirms all that are not newer. That is correct only
-- if the order of ids is the order in which notifications become visible (decision 025): a transaction that adds one
-- locks this row until it commits, and the next id is higher, regardless of the clocks of the processes.
create table notification_heads (
  product_id uuid primary key references products,
  last_ms bigint not null
);

alter table notifications no force row level security;
insert into notification_heads (product_id, last_ms)
select product_id, max(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint) from notifications group by product_id;
alter table notifications force row level security;

alter table notification_heads enable row level security;
alter table notification_heads force row level security;
create policy own_product on notification_heads to munjigi_app, munjigi_system using (product_id = (select actor_product()));
grant select, insert, update on notification_heads to munjigi_app, munjigi_system;

-- A UUIDv7 (RFC 9562) above every earlier one.
create function next_notification_id() returns uuid language plpgsql as $$
declare
  ms bigint;
begin
  insert into notification_heads as head (product_id, last_ms)
  values (actor_product(), floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
  on conflict (product_id) do update set last_ms = greatest(head.last_ms + 1, excluded.last_ms)
  returning head.last_ms into ms;
  return (lpad(to_hex(ms), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid;
end $$;

-- The order of the list, for all stores and for one, and its filters.
create index notifications_unconfirmed_first on notifications (product_id, (confirmed_at is null) desc, id desc);
create index notifications_store_unconfirmed_first on notifications (store_id, (confirmed_at is null) desc, id desc);
create index notifications_kind on notifications (product_id, kind, id desc);
create index notifications_created on notifications (product_id, created_at);
