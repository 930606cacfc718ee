-- The hash before the last one, so that one statement can move a product's head on and append the row that carries both.
-- Empty until the first append since.
alter table audit_heads add column previous_hash bytea;
