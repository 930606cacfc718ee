-- The request that began a payment (docs/decisions/123): a repetition whose first reply was lost, because the primary was
-- lost with it, finds the payment by its reservation and does not begin a second one. Null: it has none, or began before.
alter table payments add column request_key text;
