-- Cash receipts of payments in cash and by transfer (CR-1 to CR-12, docs/decisions/138).

-- `id` is the store's: one row of a store. A store without one issues none.
create table cash_receipt_settings (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null check (id = store_id),
  issuer text not null check (issuer in ('NONE', 'TOSS', 'PORTONE')),
  is_self_issue_on boolean not null,
  threshold_amount bigint not null check (threshold_amount >= 0),
  deadline_days integer not null check (deadline_days between 1 and 30),
  -- Payments from then on get a receipt. Null: issuing is off.
  issues_since timestamptz(3),
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  version integer not null default 1,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  check ((issuer = 'NONE') = (issues_since is null))
);
select protect_store_table('cash_receipt_settings');
-- The page of a guest offers cash receipts only where the store issues them.
create policy own_store on cash_receipt_settings for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]));
grant select (product_id, store_id, issues_since) on cash_receipt_settings to munjigi_guest;
comment on table cash_receipt_settings is
  'modules/cash-receipts: who issues the cash receipts of a store, and when it issues one without a number';

-- `id` is the reservation's: the guest enters the number once for the stay.
create table cash_receipt_numbers (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  purpose text not null check (purpose in ('INCOME', 'EXPENSE')),
  kind text not null check (kind in ('PHONE', 'CARD', 'BUSINESS')),
  -- Sealed; empty after the retention time.
  guest_number bytea not null,
  entered_at timestamptz(3) not null,
  -- Null: the guest.
  entered_by_name text,
  revision integer not null default 1,
  primary key (store_id, id),
  foreign key (store_id, id) references reservations (store_id, id)
);
create index cash_receipt_numbers_entered on cash_receipt_numbers (entered_at);
select protect_store_table('cash_receipt_numbers');
comment on table cash_receipt_numbers is
  'modules/cash-receipts: the sealed number that the cash receipts of a reservation are issued to';

-- `id` is the payment's: one payment has one receipt.
create table cash_receipts (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  reservation_id uuid,
  state text not null check (state in ('NONE', 'WAITING', 'ISSUING', 'ISSUED', 'CANCELLED', 'REFUSED')),
  failure_code text,
  failure_message text,
  self_issue_at timestamptz(3),
  -- The receipt that the provider issued with its own payment. Null: none.
  own_amount bigint,
  own_approval_number text,
  own_receipt_url text,
  own_issued_at timestamptz(3),
  -- Counts what can change the outcome of a refusal: money, the number, a retry of a person.
  wanted integer not null default 1,
  -- When the receipt is compared with its payment again. Null: not before something changes.
  next_at timestamptz(3),
  leased_until timestamptz(3),
  -- Failed attempts in a row.
  attempts integer not null default 0,
  notified_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (store_id, id),
  foreign key (store_id, id) references payments (store_id, id),
  check ((failure_code is null) = (failure_message is null)),
  check ((own_amount is null) = (own_approval_number is null))
);
create index cash_receipts_next on cash_receipts (next_at) where next_at is not null;
create index cash_receipts_reservation on cash_receipts (store_id, reservation_id);
create index cash_receipts_latest on cash_receipts (product_id, created_at desc, id desc);
create index cash_receipts_store_latest on cash_receipts (store_id, created_at desc, id desc);
select protect_store_table('cash_receipts');
-- The work looks in all stores for receipts that are due.
create policy found on cash_receipts for select to munjigi_system using ((select actor_product()) is null);
comment on table cash_receipts is
  'modules/cash-receipts: the cash receipt of a payment, and when it is compared with the payment again';

-- Requests to the provider in their order. The next one waits until the last one is answered.
create table cash_receipt_steps (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  receipt_id uuid not null,
  number integer not null check (number >= 1),
  kind text not null check (kind in ('ISSUE', 'CANCEL')),
  -- Of a cancellation: the issue that it cancels.
  issue_id uuid,
  issuer text not null check (issuer in ('TOSS', 'PORTONE')),
  amount bigint not null check (amount > 0),
  tax_free_amount bigint not null check (tax_free_amount between 0 and amount),
  is_self_issued boolean not null,
  purpose text not null check (purpose in ('INCOME', 'EXPENSE')),
  state text not null check (state in ('OPEN', 'DONE', 'REFUSED')),
  -- Of an issue: it is under way, or issued and not wholly cancelled.
  is_live boolean not null,
  -- The value of `wanted` when the step was refused, so that only a change repeats it.
  refused_at_wanted integer,
  -- Refused because of the keys of the connection: repeated later without a change.
  is_configuration boolean not null default false,
  provider_key text,
  approval_number text,
  receipt_url text,
  requested_at timestamptz(3) not null,
  -- When it was sent last. Null: never.
  sent_at timestamptz(3),
  answered_at timestamptz(3),
  primary key (store_id, id),
  unique (store_id, receipt_id, number),
  foreign key (store_id, receipt_id) references cash_receipts (store_id, id),
  foreign key (store_id, issue_id) references cash_receipt_steps (store_id, id),
  check ((kind = 'CANCEL') = (issue_id is not null)),
  check (not is_live or (kind = 'ISSUE' and state in ('OPEN', 'DONE')))
);
-- Never two receipts of one payment, and never two open requests about it.
create unique index cash_receipt_steps_live on cash_receipt_steps (store_id, receipt_id) where is_live;
create unique index cash_receipt_steps_open on cash_receipt_steps (store_id, receipt_id) where state = 'OPEN';
select protect_store_table('cash_receipt_steps');
comment on table cash_receipt_steps is
  'modules/cash-receipts: a request to issue or to cancel a cash receipt, with the answer of the provider';

-- Marks the receipt of a payment for a comparison, in the transaction that moves the money, also in one of the release before.
create function queue_cash_receipt(of_store uuid, of_payment uuid) returns void language plpgsql as $$
declare
  p payments;
begin
  update cash_receipts set wanted = wanted + 1, next_at = to_timestamp(0)
  where store_id = of_store and id = of_payment;
  if found then return; end if;
  select * into p from payments where store_id = of_store and id = of_payment;
  -- Money of a booking channel is the channel's to issue for.
  if p.paid_at is null or p.method not in ('CASH', 'TRANSFER', 'VIRTUAL_ACCOUNT') or p.provider = 'CHANNEL' then return; end if;
  if not exists (select from cash_receipt_settings s where s.store_id = of_store and s.issues_since <= p.paid_at) then return; end if;
  insert into cash_receipts (product_id, store_id, id, reservation_id, state, next_at, created_at)
  values (p.product_id, p.store_id, p.id, p.reservation_id, 'NONE', to_timestamp(0), p.paid_at)
  on conflict (store_id, id) do nothing;
end $$;

create function queue_cash_receipt_of_payment() returns trigger language plpgsql as $$
begin
  perform queue_cash_receipt(new.store_id, new.id);
  return null;
end $$;
create function queue_cash_receipt_of_refund() returns trigger language plpgsql as $$
begin
  perform queue_cash_receipt(new.store_id, new.payment_id);
  return null;
end $$;

create trigger payments_queue_cash_receipt after insert on payments for each row
  when (new.paid_at is not null) execute function queue_cash_receipt_of_payment();
create trigger payments_queue_cash_receipt_later after update on payments for each row
  when (old.paid_at is not null or new.paid_at is not null) execute function queue_cash_receipt_of_payment();
create trigger payment_refunds_queue_cash_receipt after update of state on payment_refunds for each row
  when (old.state <> new.state) execute function queue_cash_receipt_of_refund();

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in
  ('PAID', 'DEPOSIT', 'UNMATCHED_DEPOSIT', 'CANCELED', 'REFUND_FAILED', 'REFUND_OWED', 'CASH_RECEIPT_REFUSED',
   'WEBHOOK_REJECTED', 'CODE_FLOOD')) not valid;
