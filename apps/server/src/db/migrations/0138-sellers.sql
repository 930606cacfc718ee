-- Who sells the stays of a store, and the privacy policy of the chain (SE-1 to SE-3, decision 134).

-- Head office as a seller. Guests of every store read it; only head office writes it.
create table chain_sellers (
  product_id uuid primary key references products,
  business_number text not null check (business_number ~ '^\d{3}-\d{2}-\d{5}$'),
  legal_name text not null check (legal_name <> ''),
  representative text not null check (representative <> ''),
  mail_order_number text not null,
  mail_order_exemption text check (mail_order_exemption in ('SIMPLIFIED_TAXPAYER', 'FEW_SALES')),
  address text not null,
  phone text not null,
  email text not null,
  hosting_provider text not null,
  is_broker boolean not null,
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  version integer not null default 1
);
alter table chain_sellers enable row level security;
alter table chain_sellers force row level security;
create policy read_of_the_product on chain_sellers for select to munjigi_app, munjigi_system
  using (product_id = (select actor_product()));
create policy add_of_the_product on chain_sellers for insert to munjigi_app
  with check (product_id = (select actor_product()) and (select actor_sees_all_stores()));
create policy change_of_the_product on chain_sellers for update to munjigi_app
  using (product_id = (select actor_product()) and (select actor_sees_all_stores()));
grant select, insert, update on chain_sellers to munjigi_app;
grant select on chain_sellers to munjigi_system;
comment on table chain_sellers is
  'modules/stores: head office as the seller of stays, or as a broker';

-- Of a store that head office sells for, every text is empty.
create table store_sellers (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null check (id = store_id),
  kind text not null check (kind in ('STORE', 'CHAIN')),
  legal_name text not null,
  representative text not null,
  mail_order_number text not null,
  mail_order_exemption text check (mail_order_exemption in ('SIMPLIFIED_TAXPAYER', 'FEW_SALES')),
  address text not null,
  phone text not null,
  email text not null,
  hosting_provider text not null,
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  version integer not null default 1,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  check (kind = 'CHAIN' or (legal_name <> '' and representative <> ''))
);
select protect_store_table('store_sellers');
comment on table store_sellers is
  'modules/stores: who sells the stays of a store';

-- A change inserts the next version; guests can read earlier ones.
create table privacy_policies (
  product_id uuid not null references products,
  version integer not null check (version > 0),
  effective_on date not null,
  officer_name text not null,
  officer_contact text not null,
  processors jsonb not null,
  body text not null,
  body_en text not null,
  changed_at timestamptz(3) not null,
  changed_by_name text not null,
  primary key (product_id, version)
);
alter table privacy_policies enable row level security;
alter table privacy_policies force row level security;
create policy of_the_product on privacy_policies for select to munjigi_app, munjigi_system
  using (product_id = (select actor_product()));
create policy added on privacy_policies for insert to munjigi_app
  with check (product_id = (select actor_product()) and (select actor_sees_all_stores()));
grant select, insert on privacy_policies to munjigi_app;
grant select on privacy_policies to munjigi_system;
comment on table privacy_policies is
  'modules/stores: a version of the privacy policy of a chain';

-- Where a store is, for the distance on the page of the chain.
create table store_locations (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null check (id = store_id),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
select protect_store_table('store_locations');
grant delete on store_locations to munjigi_app;
comment on table store_locations is
  'modules/stores: where a store is on the globe';

select let_backup_read('chain_sellers');
select let_backup_read('privacy_policies');

-- The page of online booking reads as the system, the page of a reservation as its guest; neither reads who changed what.
grant select (business_number) on stores to munjigi_system;
grant select (business_number) on stores to munjigi_guest;
create policy own_store on store_sellers for select to munjigi_guest
  using (product_id = (select actor_product()) and store_id = any ((select actor_stores())::uuid[]));
create policy read_by_guest on chain_sellers for select to munjigi_guest using (product_id = (select actor_product()));
create policy read_by_guest on privacy_policies for select to munjigi_guest using (product_id = (select actor_product()));
grant select (product_id, store_id, id, kind, legal_name, representative, mail_order_number, mail_order_exemption, address,
  phone, email, hosting_provider) on store_sellers to munjigi_guest;
grant select (product_id, business_number, legal_name, representative, mail_order_number, mail_order_exemption, address,
  phone, email, hosting_provider, is_broker) on chain_sellers to munjigi_guest;
grant select (product_id) on privacy_policies to munjigi_guest;
