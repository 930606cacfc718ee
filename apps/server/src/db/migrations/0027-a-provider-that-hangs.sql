-- A provider that does not answer keeps nobody else from being looked up (PY-2), and people see that it does not.

alter table provider_payments add column provider text check (provider in ('TOSS', 'PORTONE'));
-- Who owns the tables is kept from their rows as well.
alter table provider_payments no force row level security;
alter table payments no force row level security;
update provider_payments o set provider = p.provider from payments p where p.store_id = o.store_id and p.id = o.id;
alter table payments force row level security;
alter table provider_payments force row level security;
alter table provider_payments alter column provider set not null;

-- When people were told that a refund does not get through; none: they were not, or it did since.
alter table provider_payments add column told_at timestamptz(3);
-- What could not be looked up.
create index provider_payments_failing on provider_payments (product_id, provider) where failures > 0 and look_at is not null;
