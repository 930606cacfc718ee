-- A message to the guest of a prepaid pass a week before it ends (PS-8).

-- `id` is the pass's. What was decided about a pass is decided once.
create table pass_reminders (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  decided_at timestamptz(3) not null,
  -- False: nothing was left, the number gets no messages, or the store or the guest wants none.
  is_sent boolean not null,
  primary key (store_id, id),
  foreign key (store_id, id) references passes (store_id, id)
);
select protect_store_table('pass_reminders');
create policy found on pass_reminders for select to munjigi_system using ((select actor_product()) is null);
comment on table pass_reminders is
  'modules/messages: that the guest of a pass was reminded of its end, or why it was left';

-- `id` is the store's. A store without a row sends them.
create table pass_reminder_switches (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null check (id = store_id),
  is_on boolean not null,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
select protect_store_table('pass_reminder_switches');
comment on table pass_reminder_switches is
  'modules/messages: whether a store reminds guests of the end of their passes';

-- The server finds the passes that end soon, of all stores.
create policy found on passes for select to munjigi_system using ((select actor_product()) is null);

alter table staff_messages
  drop constraint staff_messages_kind_check,
  add constraint staff_messages_kind_check check (kind in
    ('INVITATION', 'PASSWORD_RESET', 'NEW_DEVICE', 'ON_CALL', 'PHONE_CODE', 'WAITLIST_JOINED', 'PASS_ENDING')) not valid,
  drop constraint staff_messages_recipient_check,
  add constraint staff_messages_recipient_check
    check ((kind in ('PHONE_CODE', 'WAITLIST_JOINED', 'PASS_ENDING')) = (user_id is null)) not valid;
