-- Transfers to a store's own account (PY-3): the relays of the bank's messages, the deposits, and their matches.

create table deposit_relays (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  name text not null,
  -- SHA-256; the token itself is shown once and not stored.
  token_hash bytea not null,
  -- Won: a larger deposit from this relay is never matched automatically.
  most_automatic_amount bigint not null check (most_automatic_amount between 0 and 2000000000),
  created_at timestamptz(3) not null,
  created_by_name text not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  -- The minute (since 1970) of its latest message, and the number of messages in that minute.
  minute integer not null default 0,
  minute_count integer not null default 0,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id)
);
create index deposit_relays_id on deposit_relays (id);
select protect_store_table('deposit_relays');
-- A relay has no sign-in: its store is found by its token.
create policy found on deposit_relays for select to munjigi_system using ((select actor_product()) is null);

create table deposits (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  state text not null check (state in ('UNMATCHED', 'SUGGESTED', 'MATCHED_AUTO', 'MATCHED_MANUAL', 'IGNORED', 'UNREADABLE')),
  -- Null: unreadable.
  kind text check (kind in ('DEPOSIT', 'TAKEN_BACK')),
  amount bigint check (amount between 1 and 2000000000),
  is_amount_clear boolean not null,
  depositor_name text,
  balance bigint,
  bank text,
  account_end text,
  -- By the bank's clock, to the minute; of a text without a time, when it arrived.
  at timestamptz(3) not null,
  is_time_known boolean not null,
  -- As received, in composed syllables.
  text text not null,
  fault text check (fault in ('ENCODING_LOST', 'KIND_UNCLEAR', 'AMOUNT_UNCLEAR')),
  sources text[] not null,
  withheld text[] not null default '{}',
  relay_id uuid,
  reservation_id uuid,
  payment_id uuid,
  -- Matched or ignored.
  settled_at timestamptz(3),
  settled_by uuid,
  settled_by_name text,
  note text,
  -- A person reverted a match: it is never matched automatically again.
  was_undone boolean not null default false,
  received_at timestamptz(3) not null,
  version integer not null default 1,
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  foreign key (store_id, relay_id) references deposit_relays (store_id, id),
  foreign key (store_id, reservation_id) references reservations (store_id, id),
  foreign key (store_id, payment_id) references payments (store_id, id),
  check ((kind is null) = (fault is not null) and (kind is null) = (amount is null)),
  check ((state in ('MATCHED_AUTO', 'MATCHED_MANUAL')) = (payment_id is not null) and (payment_id is null) = (reservation_id is null)),
  check ((state in ('MATCHED_AUTO', 'MATCHED_MANUAL', 'IGNORED')) = (settled_at is not null) and (settled_at is null) = (settled_by_name is null)),
  check (state <> 'UNREADABLE' or kind is null)
);
create index deposits_id on deposits (id);
create index deposits_latest on deposits (product_id, at desc, id desc);
create index deposits_store_latest on deposits (store_id, at desc, id desc);
create index deposits_open on deposits (store_id, at desc, id desc) where state in ('UNMATCHED', 'SUGGESTED', 'UNREADABLE');
-- Finds the same movement reported through another source.
create index deposits_same on deposits (store_id, amount, at) where amount is not null;
-- One payment belongs to one deposit.
create unique index deposits_payment on deposits (store_id, payment_id) where payment_id is not null;
select protect_store_table('deposits');
create trigger deposits_kept before delete or truncate on deposits for each statement execute function refuse_change();

-- Raw messages, before they are read.
create table deposit_messages (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  -- Null: a line of an uploaded file.
  relay_id uuid,
  source text not null check (source in ('SMS', 'PUSH', 'CSV')),
  raw bytea not null,
  -- Of a file: the values of its line by the columns of its header.
  reading jsonb,
  -- SHA-256 of its text, source and minute: the same again is the same.
  text_key bytea,
  -- Null: not processed yet.
  outcome text check (outcome in ('NEW', 'SAME', 'WITHDRAWAL')),
  deposit_id uuid,
  received_at timestamptz(3) not null,
  worked_at timestamptz(3),
  primary key (store_id, id),
  foreign key (product_id, store_id) references stores (product_id, id),
  foreign key (store_id, relay_id) references deposit_relays (store_id, id),
  foreign key (store_id, deposit_id) references deposits (store_id, id),
  check ((outcome is null) = (worked_at is null))
);
create index deposit_messages_text on deposit_messages (store_id, text_key) where text_key is not null;
create index deposit_messages_deposit on deposit_messages (store_id, deposit_id) where deposit_id is not null;
select protect_store_table('deposit_messages');
create trigger deposit_messages_kept before delete or truncate on deposit_messages for each statement execute function refuse_change();
