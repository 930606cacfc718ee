-- Links to the guest's page in messages, payment links (decision 074, GT-2, MS-11, MS-12), and offers to waiting guests
-- (WL-1 to WL-4).

alter table guest_tokens
  -- Names the key from which the server derives the token, so that it can compose the link again. Empty: a random token.
  add column key_mark text not null default '',
  -- Null: the server issued the token for a message.
  alter column issued_by drop not null,
  alter column issued_by_name drop not null,
  add check ((issued_by is null) = (issued_by_name is null));
-- One valid token of each key: a token that the server cannot compose stays valid beside the one of a message.
drop index guest_tokens_valid;
create unique index guest_tokens_valid on guest_tokens (store_id, reservation_id, key_mark) where revoked_at is null;
grant select (key_mark) on guest_tokens to munjigi_app;

alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in
  ('HELD', 'PAYMENT_REMINDER', 'PAYMENT_LINK', 'SLOT_OFFERED', 'CONFIRMED', 'CODE_ACTIVE', 'CODE_CHANGED', 'ACCESS_OPENS', 'ENDING_SOON', 'EXTENDED', 'CANCELLED', 'REFUNDED')) not valid;

-- Minutes for which a free time is held for the first waiting guest; 0: the server offers nothing.
alter table stores add column waitlist_offer_minutes integer not null default 0
  check (waitlist_offer_minutes = 0 or waitlist_offer_minutes between 5 and 1440);
grant select (waitlist_offer_minutes) on stores to munjigi_system;

alter table waitlist
  -- The reservation that the guest was offered. It stays after the offer ends. The entry names it before it is inserted,
  -- so that the trigger of its messages finds the entry.
  add column offered_reservation_id uuid,
  -- Until when the reservation is held; set only with OFFERED.
  add column offer_until timestamptz(3),
  add foreign key (store_id, offered_reservation_id) references reservations (store_id, id) deferrable initially deferred,
  drop constraint waitlist_state_check,
  add constraint waitlist_state_check check (state in ('WAITING', 'FREE', 'OFFERED', 'DONE', 'EXPIRED')),
  add check ((state = 'OFFERED') = (offer_until is not null)),
  add check (state <> 'OFFERED' or offered_reservation_id is not null);
create unique index waitlist_offered on waitlist (store_id, offered_reservation_id) where offered_reservation_id is not null;

-- An offer has a separate message; it names the time to pay, so no reminder follows.
create or replace function queue_messages_of_new_reservation() returns trigger language plpgsql as $$
begin
  if new.state = 'PENDING' then
    if exists (select from waitlist w where w.store_id = new.store_id and w.offered_reservation_id = new.id) then
      perform queue_message(new, 'SLOT_OFFERED', 'SLOT_OFFERED:' || new.id, null);
      return null;
    end if;
    perform queue_message(new, 'HELD', 'HELD:' || new.id, null);
    if new.hold_expires_at - new.created_at >= interval '20 minutes' then
      perform queue_message(new, 'PAYMENT_REMINDER', 'PAYMENT_REMINDER:' || new.id, null);
    end if;
  elsif new.state in ('CONFIRMED', 'IN_USE') then
    perform queue_messages_of_confirmation(new);
  end if;
  return null;
end $$;
