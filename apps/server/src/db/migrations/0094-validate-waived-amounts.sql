-- Validates the check of 0093.
alter table reservations validate constraint reservations_waived_amount;
