-- What people teach about the messages and files of a store's bank (PY-3): the shape of a message whose name or kind they
-- corrected, and the columns of a file whose head the server does not know.

create table deposit_rules (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  -- The text of the message with {name}, {text} and 0 in place of what changes; it contains no name of a depositor.
  template text not null check (length(template) between 1 and 600),
  kind text not null check (kind in ('DEPOSIT', 'WITHDRAWAL', 'TAKEN_BACK')),
  created_at timestamptz(3) not null,
  created_by_name text not null,
  last_used_at timestamptz(3),
  primary key (store_id, id),
  unique (store_id, template),
  foreign key (product_id, store_id) references stores (product_id, id)
);
select protect_store_table('deposit_rules');
grant delete on deposit_rules to munjigi_app;

create table deposit_file_heads (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  -- The cells of the head, without spaces, with a bar between them.
  head text not null check (length(head) between 1 and 2000),
  -- The number of the column that holds each part, from 0.
  columns jsonb not null,
  updated_at timestamptz(3) not null,
  updated_by_name text not null,
  primary key (store_id, id),
  unique (store_id, head),
  foreign key (product_id, store_id) references stores (product_id, id)
);
select protect_store_table('deposit_file_heads');
