-- A guest moves the stay to another time or room (GT-30 to GT-34, docs/decisions/137). A dearer move is held until its difference is
-- paid: the stay stays as it is, and blocks keep the new time, so that processes of the release before do not give it away.

alter table reservation_events
  drop constraint reservation_events_kind_check,
  add constraint reservation_events_kind_check check (kind in
    ('CREATED', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'NO_SHOW', 'MOVED', 'EXTENDED', 'HOLD_EXTENDED',
     'EXTENSION_HELD', 'EXTENSION_RETURNED', 'MOVE_HELD', 'MOVE_RETURNED', 'EDITED', 'CONTACT_CHANGED', 'REVEALED', 'CODE_REVEALED',
     'CODE_REPLACED', 'CODE_RESENT', 'PAID', 'REFUNDED', 'PAYMENT_REVERSED', 'REFUND_REQUESTED', 'REFUND_OWED', 'REFUND_WAITING',
     'REFUND_FAILED')) not valid;

-- `id` is the reservation's: a reservation holds one move at most. The row is deleted when the move is made or returned.
create table held_moves (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  -- The stay as it becomes with the payment.
  room_id uuid not null,
  room_name text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  buffer_ends_at timestamptz(3) not null,
  business_date date not null,
  head_count integer not null,
  price_amount bigint not null,
  price_lines jsonb not null,
  add_on_lines jsonb not null,
  discount jsonb,
  -- By how much the price rises, in won.
  added_amount bigint not null check (added_amount > 0),
  -- The stay that it changes. When that is another one, the move is returned.
  stay_before jsonb not null,
  -- The unpaid blocks that keep the part of the new time which the stay does not keep itself.
  hold_ids uuid[] not null,
  held_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (store_id, id),
  foreign key (store_id, id) references reservations (store_id, id),
  foreign key (store_id, room_id) references rooms (store_id, id),
  check (starts_at < ends_at and ends_at <= buffer_ends_at and held_at < expires_at)
);
create index held_moves_due on held_moves (expires_at);
select protect_store_table('held_moves');
grant delete on held_moves to munjigi_app, munjigi_system;
create policy own_move on held_moves for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and id = (select actor_reservation()));
grant select on held_moves to munjigi_guest;
-- The timer looks for moves of all stores whose time to pay is over.
create policy due on held_moves for select to munjigi_system using ((select actor_product()) is null);
comment on table held_moves is
  'modules/reservations: a move of a stay that its guest has not paid yet, with the blocks that keep the new time';
