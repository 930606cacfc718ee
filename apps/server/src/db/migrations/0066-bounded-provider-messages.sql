-- What anybody can send without a signature takes a bounded part of the disk (decision 048).

alter table provider_webhooks drop constraint provider_webhooks_state_check;
alter table provider_webhooks
  -- WAITING: it cannot be verified before a webhook secret is set; it is kept whole and tried again.
  add constraint provider_webhooks_state_check check (state in ('RECEIVED', 'WORKED', 'IGNORED', 'UNMATCHED', 'REJECTED', 'WAITING')),
  -- Of all of it, as it came; none: it was stored by an earlier version.
  add column body_bytes integer,
  add column body_digest bytea,
  -- False: `body` is only its beginning.
  add column is_whole boolean not null default true,
  -- It had been worked when a person had it worked again: it is kept for its legal period, also when it is refused now.
  add column was_worked boolean not null default false;
create index provider_webhooks_kept_for_days on provider_webhooks (received_at) where state in ('IGNORED', 'UNMATCHED', 'REJECTED', 'WAITING') and not was_worked;
create index provider_webhooks_waiting on provider_webhooks (product_id, provider, id) where state = 'WAITING';
grant delete on provider_webhooks to munjigi_system;
grant update (was_worked) on provider_webhooks to munjigi_app;

-- How much was kept of a product's refused and ignored messages on a day (UTC), and how much was only counted.
create table provider_webhook_quotas (
  product_id uuid not null references products,
  day date not null,
  kept integer not null default 0,
  kept_bytes bigint not null default 0,
  counted integer not null default 0,
  counted_bytes bigint not null default 0,
  primary key (product_id, day)
) with (fillfactor = 50);
alter table provider_webhook_quotas enable row level security;
alter table provider_webhook_quotas force row level security;
create policy of_the_product on provider_webhook_quotas for select to munjigi_app
  using (product_id = (select actor_product()) and (select actor_sees_all_stores()));
create policy received on provider_webhook_quotas to munjigi_system using (true);
grant select on provider_webhook_quotas to munjigi_app;
grant select, insert, update, delete on provider_webhook_quotas to munjigi_system;
select let_backup_read('provider_webhook_quotas');

-- Texts of a relay on a day (UTC), beside those of a minute.
alter table deposit_relays add column day integer not null default 0, add column day_count integer not null default 0;
