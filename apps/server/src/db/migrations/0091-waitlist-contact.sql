-- The e-mail address of a waiting guest (sealed), to which an offer goes when it cannot go to a mobile phone (WL-1, MS-14).
alter table waitlist add column guest_email bytea not null default '';
