-- The choices of the audit log's filter (PD-2): persons and API keys. Every guest is an actor of their own, named by
-- their reservation, so guests would fill the list.
create index audit_log_named_actor on audit_log (product_id, actor_id) where actor_id is not null and actor_kind <> 'GUEST';
