-- A backup reads every row of every store. Only the owner of the tables may do that, and only in a transaction with
-- this setting: without it the owner sees what it saw before, and the roles of the program (0001) see nothing more with
-- it.
create function let_backup_read(name text) returns void language plpgsql as $$
begin
  execute format($p$
    create policy backup on %I for select to current_user using ((select current_setting('app.backup', true)) = 'on')
    $p$, name);
end $$;

do $$
declare guarded record;
begin
  for guarded in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity loop
    perform let_backup_read(guarded.relname);
  end loop;
end $$;

-- As in 0001, and readable by backups.
create or replace function protect_store_table(name text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format($p$
    create policy store_rows on %I to munjigi_app, munjigi_system
    using (product_id = (select actor_product())
           and ((select actor_sees_all_stores()) or store_id = any ((select actor_stores())::uuid[])))
    $p$, name);
  execute format('grant select, insert, update on %I to munjigi_app, munjigi_system', name);
  perform let_backup_read(name);
end $$;
