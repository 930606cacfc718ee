-- A notification that asks about a deposit ends when a person decides about the deposit (NT-1, NX-6).
alter table notifications add column deposit_id uuid, add foreign key (store_id, deposit_id) references deposits (store_id, id);
create index notifications_deposit on notifications (store_id, deposit_id) where deposit_id is not null and confirmed_at is null;

-- The account that the money of a virtual account goes back to (PY-4): sealed under the server's secret, and deleted
-- when the refund ends, for any writer.
alter table payment_refunds add column account bytea, add check (account is null or state = 'REQUESTED');

-- As in 0018, and: the account is deleted when the refund is through or has failed.
create or replace function keep_refund() returns trigger language plpgsql as $$
begin
  if new.state <> 'REQUESTED' then
    new.account := null;
  end if;
  if (old.state <> new.state and old.state <> 'REQUESTED')
     or (new.account is not null and new.account is distinct from old.account)
     or (new.product_id, new.store_id, new.id, new.payment_id, new.amount, new.supply_amount, new.vat_amount, new.tax_free_amount, new.reason)
        is distinct from (old.product_id, old.store_id, old.id, old.payment_id, old.amount, old.supply_amount, old.vat_amount, old.tax_free_amount, old.reason) then
    raise exception 'payment_refunds: % does not change any more', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
