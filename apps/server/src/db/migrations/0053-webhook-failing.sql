-- Since when an endpoint has failed (AP-7): the first failed attempt after the last successful delivery.

alter table webhook_endpoints add column failing_since timestamptz(3);
