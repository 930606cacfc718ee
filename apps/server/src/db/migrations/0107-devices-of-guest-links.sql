-- The devices that have used a guest's link (GT-14): the first one, and since when others have used the link as well.

alter table guest_tokens
  -- SHA-256 of the cookie of the first device. Null: no device has used the link.
  add column device_hash bytea check (length(device_hash) = 32),
  -- When a second device used it. Null: only the first one has.
  add column shared_at timestamptz;
grant update (device_hash, shared_at) on guest_tokens to munjigi_system;
