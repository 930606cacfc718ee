-- A link that was requested by e-mail no longer replaces one that an ADMIN issued (AU-10): each person has one of both.

alter table password_resets
  add column is_requested boolean not null default false,
  drop constraint password_resets_pkey,
  add primary key (user_id, is_requested);
update password_resets set is_requested = true where issued_by = user_id;
grant select (is_requested) on password_resets to munjigi_app;
