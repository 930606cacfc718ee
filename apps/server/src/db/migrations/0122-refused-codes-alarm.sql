-- Several refused codes at a door are an alarm (DR-60).

alter table alarms
  drop constraint alarms_kind_check,
  add constraint alarms_kind_check check (kind in
    ('LEFT_OPEN', 'FORCED', 'OFFLINE', 'BATTERY_LOW', 'JAMMED', 'UNKNOWN_OPENING', 'LOCKDOWN_OPENING', 'REFUSED_CODES')) not valid;
