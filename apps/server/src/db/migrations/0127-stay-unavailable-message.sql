-- A message to the guest of a stay that cannot take place as booked (ST-52).

alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in
    ('HELD', 'PAYMENT_REMINDER', 'PAYMENT_LINK', 'SLOT_OFFERED', 'HOLD_EXPIRED', 'CONFIRMED', 'DAY_BEFORE', 'CODE_ACTIVE', 'CODE_CHANGED', 'ACCESS_OPENS',
     'ENDING_SOON', 'EXTENDED', 'MOVED', 'CHANGED', 'UNAVAILABLE', 'HELP_ANSWERED', 'CANCELLED', 'REFUNDED', 'RATING_INVITED')) not valid;
