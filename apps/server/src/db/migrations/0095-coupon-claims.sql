-- What a store claims from head office for the discounts of its coupons (CP-5, decision 090). A claim rests on money that a
-- payment provider or a channel has taken, waits for a week after the stay, and follows every refund.
create table coupon_claims (
  product_id uuid not null,
  store_id uuid not null,
  -- The reservation.
  id uuid not null,
  coupon_id uuid not null,
  state text not null check (state in ('WAITING', 'BOOKED', 'WITHHELD', 'REFUSED')),
  withheld_for text check (withheld_for in ('NO_ONLINE_MONEY', 'NO_LIMIT')),
  -- The sum of its ledger transactions in won.
  booked_amount bigint not null default 0 check (booked_amount >= 0),
  -- When it is booked at the earliest.
  due_at timestamptz(3) not null,
  -- When it is checked next. Null: nothing has changed since the last check.
  check_at timestamptz(3),
  decision text check (decision in ('APPROVED', 'REFUSED')),
  decided_at timestamptz(3),
  decided_by uuid,
  decided_by_name text,
  decision_reason text check (length(decision_reason) <= 200),
  version integer not null default 1,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  foreign key (store_id, id) references reservations (store_id, id),
  foreign key (product_id, coupon_id) references coupons (product_id, id),
  check ((state = 'WITHHELD') = (withheld_for is not null)),
  check (num_nulls(decision, decided_at, decided_by_name, decision_reason) in (0, 4))
);
create index coupon_claims_check on coupon_claims (check_at) where check_at is not null;
create index coupon_claims_latest on coupon_claims (product_id, due_at desc, id desc);
select protect_store_table('coupon_claims');
create policy due on coupon_claims for select to munjigi_system
  using (check_at is not null and (select actor_product()) is null);

-- A stay that is over claims its discount, and each change of its money or its discount has the claim checked again.
create function claim_discount() returns trigger language plpgsql as $$
begin
  if new.state in ('COMPLETED', 'NO_SHOW') and new.discount ->> 'bearer' = 'HEAD_OFFICE' and (new.discount ->> 'amount')::bigint > 0 then
    insert into coupon_claims (product_id, store_id, id, coupon_id, state, due_at, check_at)
    values (new.product_id, new.store_id, new.id, new.coupon_id, 'WAITING', new.ends_at + interval '7 days', new.ends_at + interval '7 days')
    on conflict (store_id, id) do update set check_at = coupon_claims.due_at;
  else
    update coupon_claims set check_at = due_at where store_id = new.store_id and id = new.id;
  end if;
  return null;
end $$;
create trigger reservations_claim_discount after update of state, price_amount, paid_amount, discount on reservations for each row
  when (new.discount is not null) execute function claim_discount();

alter table reservations no force row level security;
insert into coupon_claims (product_id, store_id, id, coupon_id, state, booked_amount, due_at, check_at)
  select product_id, store_id, id, coupon_id, case when compensated_amount is null then 'WAITING' else 'BOOKED' end,
    coalesce(compensated_amount, 0), ends_at + interval '7 days', case when compensated_amount is null then ends_at + interval '7 days' end
  from reservations
  where discount ->> 'bearer' = 'HEAD_OFFICE' and (discount ->> 'amount')::bigint > 0
    and (compensated_amount is not null or state in ('COMPLETED', 'NO_SHOW'));
alter table reservations force row level security;

drop policy compensated on reservations;
drop index reservations_compensation;
drop function compensation_is_due(text, jsonb, bigint, bigint, bigint);
-- A claim that follows refunds has several transactions.
drop index ledger_transactions_coupon;
create index ledger_transactions_coupon on ledger_transactions (store_id, reservation_id) where kind = 'COUPON';

-- The highest discount of head office is agreed before a coupon is used.
alter table coupons add constraint coupons_limit
  check (bearer = 'STORE' or kind = 'AMOUNT' or max_discount_amount is not null) not valid;
