-- Members of messages that a device sent and its driver could not read. The rest of such a message counts as usual.
create table device_odd_members (
  product_id uuid not null,
  store_id uuid not null,
  link_id uuid not null,
  -- Its name in the message: battery, users.12.status.
  member text not null check (char_length(member) between 1 and 60),
  -- What the device sent last, without control characters; objects and lists without their contents.
  text text not null check (char_length(text) <= 100),
  count bigint not null check (count > 0),
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (store_id, link_id, member),
  foreign key (store_id, link_id) references device_links (store_id, id) on delete cascade
);
select protect_store_table('device_odd_members');
