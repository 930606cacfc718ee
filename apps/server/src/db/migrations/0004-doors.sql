-- Doors: lockable entrances of a store or of one of its rooms. The reports of a door's device are in device_links
-- (0003).

create table doors (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  room_id uuid,
  name text not null,
  link_id uuid not null,
  door_mode text not null default 'NORMAL' check (door_mode in ('NORMAL', 'HELD_OPEN', 'LOCKED_DOWN')),
  open_seconds integer not null default 5 check (open_seconds between 1 and 600),
  created_at timestamptz(3) not null,
  version integer not null default 1,
  primary key (store_id, id),
  unique (store_id, link_id),
  foreign key (product_id, store_id) references stores (product_id, id),
  foreign key (store_id, room_id) references rooms (store_id, id),
  foreign key (store_id, link_id) references device_links (store_id, id)
);
create index doors_id on doors (id);
select protect_store_table('doors');
