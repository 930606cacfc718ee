-- Guests and channels pay through the providers of the product (GT-10, CH-1). An unpaid reservation is held while its
-- guest pays (GT-11).
alter table reservation_events drop constraint reservation_events_kind_check;
alter table reservation_events add constraint reservation_events_kind_check check (kind in
  ('CREATED', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'NO_SHOW', 'MOVED', 'EXTENDED', 'HOLD_EXTENDED', 'EDITED',
   'REVEALED', 'CODE_REVEALED', 'CODE_REPLACED', 'CODE_RESENT', 'PAID', 'REFUNDED', 'PAYMENT_REVERSED',
   'REFUND_REQUESTED', 'REFUND_OWED', 'REFUND_WAITING', 'REFUND_FAILED')) not valid;

-- What a guest reads of the payments of their reservation: neither fees nor names of staff.
create policy own_payment on payments for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and reservation_id = (select actor_reservation()));
create policy own_payment on provider_payments for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and id in (select id from payments));
grant select (product_id, store_id, id, reservation_id, provider, method, state, amount, receipt_url, paid_at, created_at, reversed_at)
  on payments to munjigi_guest;
grant select (product_id, store_id, id, confirm_asked_at) on provider_payments to munjigi_guest;

-- Money that a person has to send, or to start sending, is a notification (RV-5).
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in
  ('PAID', 'DEPOSIT', 'UNMATCHED_DEPOSIT', 'CANCELED', 'REFUND_FAILED', 'REFUND_OWED', 'WEBHOOK_REJECTED')) not valid;
