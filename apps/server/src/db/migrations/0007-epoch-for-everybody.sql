-- Read by every request before its actor is known: the number reveals nothing about a person.
grant select on session_epoch to munjigi_app;
