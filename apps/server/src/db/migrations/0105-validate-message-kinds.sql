-- Validates the check of 0104.
alter table messages validate constraint messages_kind_check;
