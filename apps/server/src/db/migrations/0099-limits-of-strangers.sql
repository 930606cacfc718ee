-- Limits of codes to phones that strangers share (BK-5, BK-11, decision 092).

-- The codes of a day that no guest enters, which a chain is ready to pay. A constant default rewrites no row.
alter table message_providers
  add column code_budget integer not null default 1000;
alter table message_providers
  add constraint message_providers_code_budget_check check (code_budget between 50 and 100000) not valid;
grant select (code_budget) on message_providers to munjigi_app;

-- Codes are deleted after a day, so the table stays small.
create index phone_codes_unentered on phone_codes (product_id, sent_at) where proven_at is null;

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in
  ('PAID', 'DEPOSIT', 'UNMATCHED_DEPOSIT', 'CANCELED', 'REFUND_FAILED', 'REFUND_OWED', 'WEBHOOK_REJECTED', 'CODE_FLOOD')) not valid;

alter table incidents drop constraint incidents_kind_check;
alter table incidents add constraint incidents_kind_check check (kind in
  ('READINESS', 'DOOR_OFFLINE', 'OVERRUN', 'ALARM', 'REFUND_FAILED', 'MESSAGE_UNDELIVERABLE', 'CODE_FLOOD', 'TEST')) not valid;
