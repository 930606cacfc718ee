-- Undo of a mode (decision 060) is a separate run: it sends the states that the devices had before the run that it undoes.

-- NULL: the undo left the room without a mode, because it had none before the undone run.
alter table mode_runs
  alter column mode_id drop not null,
  alter column mode_name drop not null,
  add column undoes_run_id uuid,
  add check ((mode_id is null) = (mode_name is null)),
  add check (mode_id is not null or undoes_run_id is not null),
  -- A run is undone at most once.
  add unique (store_id, undoes_run_id),
  add foreign key (store_id, undoes_run_id) references mode_runs (store_id, id);
