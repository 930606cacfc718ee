-- Asked for by every request before it is anybody's: a number that tells nothing of anybody.
grant select on session_epoch to munjigi_app;
