-- An ADMIN invites a person: the account is created in the ADMIN's own transaction, so that the record of rights names who gave them.
grant insert (id, product_id, email, name, password_hash, roles, role_ends, state, created_at, decided_at) on users to munjigi_app;
