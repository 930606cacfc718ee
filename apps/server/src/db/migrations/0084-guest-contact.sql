-- The e-mail address of a guest, the language of their messages, and the kinds of messages that they refuse (MS-13 to
-- MS-15, GP-7).
alter table reservations
  add column guest_email bytea not null default '',
  add column guest_language text not null default 'ko' check (guest_language in ('ko', 'en'));

alter table messages
  add column guest_email bytea not null default '',
  -- The provider of the next attempt, computed with the times of the message.
  add column provider text not null default 'SOLAPI' check (provider in ('SOLAPI', 'SMTP'));

alter table reservation_events drop constraint reservation_events_kind_check;
alter table reservation_events add constraint reservation_events_kind_check check (kind in
  ('CREATED', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'NO_SHOW', 'MOVED', 'EXTENDED', 'HOLD_EXTENDED', 'EXTENSION_HELD',
   'EXTENSION_RETURNED', 'EDITED', 'CONTACT_CHANGED', 'REVEALED', 'CODE_REVEALED', 'CODE_REPLACED', 'CODE_RESENT', 'PAID', 'REFUNDED', 'PAYMENT_REVERSED',
   'REFUND_REQUESTED', 'REFUND_OWED', 'REFUND_WAITING', 'REFUND_FAILED')) not valid;

-- What a phone number of a product refuses. It belongs to no store, because it holds in all stores of the product. The
-- phone is kept (sealed) so that its mark can be computed again with another key.
create table message_opt_outs (
  product_id uuid not null references products (id),
  id uuid not null,
  guest_phone bytea not null,
  phone_mark bytea,
  kind text not null check (kind in ('PAYMENT_REMINDER', 'SLOT_OFFERED', 'ACCESS_OPENS', 'ENDING_SOON')),
  decided_at timestamptz(3) not null,
  decided_by text not null check (decided_by in ('GUEST', 'PERSON')),
  -- The last decision, or the last message that it withdrew: the time from which the months of retention count.
  used_at timestamptz(3) not null,
  primary key (product_id, id)
);
create index message_opt_outs_phone on message_opt_outs (product_id, phone_mark);
create index message_opt_outs_used on message_opt_outs (product_id, used_at);
alter table message_opt_outs enable row level security;
alter table message_opt_outs force row level security;
create policy of_the_product on message_opt_outs to munjigi_app, munjigi_system using (product_id = (select actor_product()));
-- Re-encryption and erasure belong to no product.
create policy kept on message_opt_outs to munjigi_system using ((select actor_product()) is null);
grant select, insert, update (used_at), delete on message_opt_outs to munjigi_app;
grant select, insert, update, delete on message_opt_outs to munjigi_system;
select let_backup_read('message_opt_outs');

create or replace function queue_message(of reservations, message_kind text, cause text, subject uuid) returns void language plpgsql as $$
declare
  ms bigint := floor(extract(epoch from clock_timestamp()) * 1000)::bigint;
begin
  if of.kind <> 'GUEST' or (length(of.guest_phone) = 0 and length(of.guest_email) = 0)
     or not exists (select from message_providers p where p.product_id = of.product_id and p.is_enabled) then
    return;
  end if;
  insert into messages (product_id, store_id, id, reservation_id, kind, dedupe_key, subject_id, language, guest_phone, guest_email, phone_mark,
                        queued_at, send_at, expires_at)
  values (of.product_id, of.store_id, (lpad(to_hex(ms), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
          of.id, message_kind, cause, subject, of.guest_language, of.guest_phone, of.guest_email, of.phone_mark, now(), now(),
          greatest(of.ends_at, now()))
  on conflict (store_id, dedupe_key) do nothing;
end $$;

-- What is queued follows the guest: it goes to another address or in another language, and its provider may be another one.
create function plan_messages_of_changed_guest() returns trigger language plpgsql as $$
begin
  update messages set planned_at = null, language = new.guest_language, guest_phone = new.guest_phone, guest_email = new.guest_email,
    phone_mark = new.phone_mark
  where store_id = new.store_id and reservation_id = new.id and state = 'QUEUED' and sending_since is null;
  return null;
end $$;
create trigger reservations_plan_messages after update of guest_phone, guest_email, guest_language on reservations for each row
  when (new.kind = 'GUEST' and (old.guest_phone <> new.guest_phone or old.guest_email <> new.guest_email
        or old.guest_language <> new.guest_language))
  execute function plan_messages_of_changed_guest();
