-- Whether the guest named the address through their link. It is forgotten when staff end that link (GP-7): another person
-- may have named it.
alter table reservations add column is_email_of_link boolean not null default false;
