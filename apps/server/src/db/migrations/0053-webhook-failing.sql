-- Since when nothing comes through at an endpoint (AP-7): the first try in vain after the last message that did.

alter table webhook_endpoints add column failing_since timestamptz(3);
