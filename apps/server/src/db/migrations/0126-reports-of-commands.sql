-- The command that caused a report of a device (DH-20). Null: no command can have caused it, the row is a command itself, or it
-- is older than this column.
alter table device_history add column command_id uuid;
