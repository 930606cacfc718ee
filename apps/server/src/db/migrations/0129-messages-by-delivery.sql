-- The log of messages is read in the order of the times that it shows: when a message ended, or is to be sent.
drop index messages_latest;
drop index messages_store_latest;
create index messages_latest on messages (product_id, (coalesce(ended_at, send_at)) desc, id desc);
create index messages_store_latest on messages (store_id, (coalesce(ended_at, send_at)) desc, id desc);
