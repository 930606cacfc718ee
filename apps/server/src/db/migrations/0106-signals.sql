-- Signals that mean something: links that arrived (NX-1), routine notifications (NT-1) and openings by known acts (DR-7).

-- Whether the text that left contained the link to the guest's page. Null: the message has not left, or left before this column.
alter table messages add column has_link boolean;

-- Whether notifications that need no person are confirmed by the system (NT-1). A product without a row uses the default.
create table notification_rules (
  product_id uuid primary key references products,
  confirms_routine boolean not null default true,
  version integer not null default 1 check (version > 0)
);
alter table notification_rules enable row level security;
alter table notification_rules force row level security;
create policy of_the_product on notification_rules to munjigi_app, munjigi_system using (product_id = (select actor_product()));
grant select, insert, update on notification_rules to munjigi_app;
grant select on notification_rules to munjigi_system;
select let_backup_read('notification_rules');

-- Whether the server sent a command to open this door in the minute before a row of its history. A lock that reports
-- late, or apart from its answer, reports what the command did (DR-7). Ids are in the order of time, so the newest rows
-- before this one are enough.
create function was_opened_by_command(of_store uuid, of_door uuid, row_id uuid, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from (
      select action, sent_at, requested_at from device_history
      where store_id = of_store and target_id = of_door and id < row_id order by id desc limit 20) earlier
    where action = 'OPEN' and sent_at is not null and requested_at > at - interval '60 seconds')
$$;
