-- The lease of a broker's listener is keyed by the configured name of the broker. It was keyed by MQTT_URL, which holds a password.

-- TRUNCATE frees the file at commit; after DELETE the password would stay on the disk until the next vacuum.
truncate device_listeners;
-- A process of the previous version that still runs cannot store its URL again.
alter table device_listeners rename column broker to broker_name;
alter table device_listeners add constraint device_listeners_broker_name_check check (broker_name ~ '^[A-Za-z0-9][A-Za-z0-9-]{0,62}$');
