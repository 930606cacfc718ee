-- A provider that does not answer does not delay the lookups of other payments (PY-2), and people see that it does not
-- answer.

alter table provider_payments add column provider text check (provider in ('TOSS', 'PORTONE'));
-- The owner of the tables cannot see their rows either.
alter table provider_payments no force row level security;
alter table payments no force row level security;
update provider_payments o set provider = p.provider from payments p where p.store_id = o.store_id and p.id = o.id;
alter table payments force row level security;
alter table provider_payments force row level security;
alter table provider_payments alter column provider set not null;

-- When people were notified that a refund does not get through; null: they were not, or it did since.
alter table provider_payments add column told_at timestamptz(3);
-- Payments whose lookup failed.
create index provider_payments_failing on provider_payments (product_id, provider) where failures > 0 and look_at is not null;
