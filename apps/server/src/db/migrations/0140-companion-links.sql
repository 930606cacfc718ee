-- Links that a guest gives to companions (GT-21 to GT-26, docs/decisions/135): the way, the doors, the code and help, and
-- nothing else. A link belongs to a token of the guest and ends with it. A separate table, because processes of the
-- release before take every row of guest_tokens for a guest's.

create table companion_links (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  -- The guest's token that it was made with. Its acts end with those of this token.
  guest_token_id uuid not null,
  reservation_id uuid not null,
  -- Counts the links of a reservation from 1, and names the link for guest and staff.
  number integer not null check (number between 1 and 1000),
  -- SHA-256 of the whole token, which the server derives from the id.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Names the key from which the server derives the token, so that it can compose the link again.
  key_mark text not null,
  issued_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  -- Written at most once a minute.
  last_used_at timestamptz(3),
  -- The latest command with which the companion opened a door: a second one waits for its end.
  command_id uuid,
  primary key (store_id, id),
  unique (store_id, reservation_id, number),
  foreign key (store_id, guest_token_id) references guest_tokens (store_id, id) on delete cascade
);
create index companion_links_of_token on companion_links (store_id, guest_token_id);
select protect_store_table('companion_links');
-- The hash is written with the link and read only to find the companion of a request. People of the staff count the links.
-- contract: the table is new, so no process of the release before reads or writes it.
revoke select, insert, update on companion_links from munjigi_app, munjigi_system;
grant select (product_id, store_id, id, guest_token_id, reservation_id, number, issued_at, revoked_at, last_used_at)
  on companion_links to munjigi_app;
grant select, insert, update (revoked_at, last_used_at, command_id) on companion_links to munjigi_system;
-- A request with a token has no actor until the token is found.
create policy signs_in on companion_links to munjigi_system using ((select actor_product()) is null);
comment on table companion_links is
  'modules/guest-access: a link of a guest for a companion, with its hash and the mark of the key that derives it';

-- What companions asked for or wrote: each sees what came through their link only, and staff see whom it came from.
create table companion_requests (
  product_id uuid not null,
  store_id uuid not null,
  id uuid not null,
  case_id uuid not null,
  reservation_id uuid not null,
  companion_id uuid not null,
  companion_number integer not null,
  -- Null: the companion wrote nothing.
  note_id uuid,
  created_at timestamptz(3) not null,
  primary key (store_id, id),
  foreign key (store_id, case_id) references help_desk_cases (store_id, id),
  foreign key (store_id, note_id) references guest_help_notes (store_id, id)
);
create index companion_requests_of_case on companion_requests (store_id, case_id);
select protect_store_table('companion_requests');
create policy own_requests on companion_requests for select to munjigi_guest
  using (store_id = any ((select actor_stores())::uuid[]) and reservation_id = (select actor_reservation()));
grant select on companion_requests to munjigi_guest;
comment on table companion_requests is
  'modules/help-desk: a request for help, or a note, that came through the link of a companion';
