-- What a refund returned on purpose is not due again (PY-4).
alter table reservations add column waived_amount bigint not null default 0;
alter table reservations add constraint reservations_waived_amount check (waived_amount >= 0) not valid;
-- The guest pays the returned amount again, for example by another card.
alter table payment_refunds add column is_still_due boolean not null default false;
