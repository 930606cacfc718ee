-- Indexes for the first page of lists that grow without end (decision 119): each has the order of its list, complete up to the id.
create index waitlist_in_order on waitlist
  (product_id, (case state when 'FREE' then 0 when 'OFFERED' then 1 when 'WAITING' then 2 else 3 end), starts_at, id);
create index waitlist_store_in_order on waitlist
  (store_id, (case state when 'FREE' then 0 when 'OFFERED' then 1 when 'WAITING' then 2 else 3 end), starts_at, id);
create index users_newest on users (product_id, created_at desc, id desc);
create index users_by_name on users (product_id, name, id);
create index alarms_store_newest on alarms (store_id, opened_at desc, id desc);
create index approvals_store_newest on approvals (store_id, id desc) where store_id is not null;
create index coupon_claims_store_latest on coupon_claims (store_id, due_at desc, id desc);
