-- Openings during a lockdown (DR-8) stay pending until a person acknowledges them.
alter table alarms validate constraint alarms_kind_check;
drop index alarms_pending;
create index alarms_pending on alarms (product_id, opened_at desc, id desc)
  where closed_at is null or (kind in ('FORCED', 'UNKNOWN_OPENING', 'LOCKDOWN_OPENING') and acknowledged_at is null);
