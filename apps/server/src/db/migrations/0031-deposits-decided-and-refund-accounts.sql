-- A notification that asks about a deposit ends when the deposit is decided about (NT-1, NX-6).
alter table notifications add column deposit_id uuid, add foreign key (store_id, deposit_id) references deposits (store_id, id);
create index notifications_deposit on notifications (store_id, deposit_id) where deposit_id is not null and confirmed_at is null;
