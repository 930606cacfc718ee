-- Validates the check of 0104 without blocking writers.
alter table messages validate constraint messages_kind_check;
