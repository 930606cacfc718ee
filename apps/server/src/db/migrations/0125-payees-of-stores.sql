-- The payee of a store's settlements (SL-32): the representative for tax invoices, and the account that is paid.

create table settlement_payees (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null check (id = store_id),
  representative text not null,
  bank text not null,
  account_number text not null check (account_number = '' or account_number ~ '^[0-9-]{8,24}$'),
  account_holder text not null,
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  version integer not null default 1,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  check ((bank = '') = (account_number = '') and (bank = '') = (account_holder = ''))
);
select protect_store_table('settlement_payees');

-- The account as it was when the payout was recorded; null before.
alter table settlements add column paid_to text, add check (state = 'PAID' or paid_to is null);

create or replace function keep_settlement() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'OPEN' then
      raise exception 'settlements: one begins open' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if (new.product_id, new.store_id, new.id, new.number, new.starts_on) is distinct from (old.product_id, old.store_id, old.id, old.number, old.starts_on)
     or not (old.state, new.state) in (('OPEN', 'OPEN'), ('OPEN', 'CLOSED'), ('CLOSED', 'PAID'))
     or (old.state = 'CLOSED' and (to_jsonb(new) - '{state,paid_on,paid_reference,paid_at,paid_by_name,paid_to}'::text[])
                                  <> (to_jsonb(old) - '{state,paid_on,paid_reference,paid_at,paid_by_name,paid_to}'::text[])) then
    raise exception 'settlements: % does not change any more', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
