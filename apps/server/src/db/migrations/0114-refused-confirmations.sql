-- A provider answers a repeated idempotency key with its first answer, a refusal included. So the next confirmation after a
-- refusal has another key, of which this number is a part. A confirmation without an answer keeps its key.
alter table provider_payments add column confirm_refusals integer not null default 0;
