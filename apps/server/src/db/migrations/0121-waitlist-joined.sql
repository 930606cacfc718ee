-- A message to a guest who joined the waitlist, who has no reservation yet (WL-5).

alter table staff_messages
  drop constraint staff_messages_kind_check,
  add constraint staff_messages_kind_check check (kind in
    ('INVITATION', 'PASSWORD_RESET', 'NEW_DEVICE', 'ON_CALL', 'PHONE_CODE', 'WAITLIST_JOINED')) not valid,
  drop constraint staff_messages_recipient_check,
  add constraint staff_messages_recipient_check check ((kind in ('PHONE_CODE', 'WAITLIST_JOINED')) = (user_id is null)) not valid;
