-- Tax papers of settlements (SL-4, decision 029): the issuer of the royalty's invoice, and the tax withheld from a
-- payee who is no business.

create table settlement_suppliers (
  product_id uuid primary key references products,
  business_number text not null check (business_number ~ '^\d{3}-\d{2}-\d{5}$'),
  name text not null check (name <> ''),
  representative text not null check (representative <> ''),
  address text not null,
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  version integer not null default 1
);
alter table settlement_suppliers enable row level security;
alter table settlement_suppliers force row level security;
-- It is printed on the statement of every store; only head office writes it.
create policy read_of_the_product on settlement_suppliers for select to munjigi_app using (product_id = (select actor_product()));
create policy add_of_the_product on settlement_suppliers for insert to munjigi_app
  with check (product_id = (select actor_product()) and (select actor_sees_all_stores()));
create policy change_of_the_product on settlement_suppliers for update to munjigi_app
  using (product_id = (select actor_product()) and (select actor_sees_all_stores()));
grant select, insert, update on settlement_suppliers to munjigi_app;

alter table settlement_terms add column payee text not null default 'BUSINESS' check (payee in ('BUSINESS', 'PERSON'));

-- Null for settlements that were closed before.
alter table settlements add column withheld_amount bigint check (withheld_amount >= 0), add check (state <> 'OPEN' or withheld_amount is null);

do $$
declare
  list text;
begin
  select pg_get_constraintdef(oid) into strict list from pg_constraint where conrelid = 'ledger_entries'::regclass and conname = 'ledger_entries_account_check';
  execute 'alter table ledger_entries drop constraint ledger_entries_account_check, add constraint ledger_entries_account_check '
    || replace(list, 'ARRAY[', 'ARRAY[''WITHHOLDING''::text, ');
end $$;
