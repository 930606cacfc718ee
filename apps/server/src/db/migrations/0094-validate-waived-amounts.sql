-- In a transaction of its own, so that writers do not wait for it.
alter table reservations validate constraint reservations_waived_amount;
