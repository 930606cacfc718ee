-- Cancelling a paid reservation starts its refund (RV-5, PY-4).

-- OWED: a person has to send the money manually, and has not confirmed that yet. Its amount is reserved, as that of REQUESTED is.
alter table payment_refunds drop constraint payment_refunds_state_check;
alter table payment_refunds
  add constraint payment_refunds_state_check check (state in ('REQUESTED', 'OWED', 'DONE', 'FAILED')),
  -- The person who sent the money manually, and what the bank or the receipt calls the transfer.
  add column sent_by uuid,
  add column sent_by_name text,
  add column reference text,
  add check (sent_by_name is null or state = 'DONE');

-- The account of a refund is kept until the refund is done or has failed.
do $$
declare
  name text;
begin
  select c.conname into strict name from pg_constraint c
  where c.conrelid = 'payment_refunds'::regclass and c.contype = 'c' and pg_get_constraintdef(c.oid) like '%account IS NULL%';
  execute format('alter table payment_refunds drop constraint %I', name);
end $$;
alter table payment_refunds add constraint payment_refunds_account_check check (account is null or state in ('REQUESTED', 'OWED'));

-- As 0031 has it, and: OWED is an open state too, which only REQUESTED and OWED are.
create or replace function keep_refund() returns trigger language plpgsql as $$
begin
  if new.state not in ('REQUESTED', 'OWED') then
    new.account := null;
  end if;
  if (old.state <> new.state and (old.state not in ('REQUESTED', 'OWED') or new.state not in ('DONE', 'FAILED')))
     or (new.account is not null and new.account is distinct from old.account)
     or (old.state in ('DONE', 'FAILED') and (new.sent_by, new.sent_by_name, new.reference) is distinct from (old.sent_by, old.sent_by_name, old.reference))
     or (new.product_id, new.store_id, new.id, new.payment_id, new.amount, new.supply_amount, new.vat_amount, new.tax_free_amount, new.reason)
        is distinct from (old.product_id, old.store_id, old.id, old.payment_id, old.amount, old.supply_amount, old.vat_amount, old.tax_free_amount, old.reason) then
    raise exception 'payment_refunds: % does not change any more', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- What a cancelled reservation still owes its guest: what its cancellation gives back, less what the provider or a person has
-- confirmed. Reservations that were cancelled before this migration owe what was never given back.
alter table reservations add column refund_due_amount bigint check (refund_due_amount >= 0);
alter table reservations no force row level security;
alter table payments no force row level security;
alter table payment_refunds no force row level security;
update reservations r set refund_due_amount = least(r.paid_amount, greatest(0, r.refund_amount - coalesce((
    select sum(f.amount) from payments p join payment_refunds f on f.store_id = p.store_id and f.payment_id = p.id
    where p.store_id = r.store_id and p.reservation_id = r.id and f.state = 'DONE' and f.at >= r.cancelled_at), 0)))
where r.state = 'CANCELLED' and r.refund_amount > 0 and r.paid_amount > 0;
alter table reservations force row level security;
alter table payments force row level security;
alter table payment_refunds force row level security;
create index reservations_refund_due on reservations (store_id, cancelled_at, id) where refund_due_amount > 0;

alter table reservation_events drop constraint reservation_events_kind_check;
alter table reservation_events add constraint reservation_events_kind_check check (kind in
  ('CREATED', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'NO_SHOW', 'MOVED', 'EXTENDED', 'EDITED', 'REVEALED',
   'CODE_REVEALED', 'CODE_REPLACED', 'CODE_RESENT', 'PAID', 'REFUNDED', 'PAYMENT_REVERSED',
   'REFUND_REQUESTED', 'REFUND_OWED', 'REFUND_WAITING', 'REFUND_FAILED'));
