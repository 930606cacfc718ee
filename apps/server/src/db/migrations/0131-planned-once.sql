-- Each run of the sequencer planned its statements again, which took as long as running them. Every plan of them reads the small index
-- of the events without a position, because sequential scans are off, so one plan serves all runs of a connection.
alter function sequence_events(integer) set plan_cache_mode = 'force_generic_plan';

-- Nearly every call takes one room that is no joined room: it needs neither the order of several rooms nor their parts.
create or replace function take_rooms(rooms uuid[]) returns void language plpgsql as $$
declare
  wholes uuid[] := array(select distinct room_id from room_parts where room_id = any (rooms) order by room_id);
  room uuid;
begin
  if cardinality(wholes) = 0 and cardinality(rooms) = 1 then
    perform take_room(rooms[1]);
    return;
  end if;
  foreach room in array wholes loop
    perform take_room(room);
  end loop;
  if cardinality(wholes) > 0 then
    rooms := array(select it from unnest(rooms) as it where not it = any (wholes) union select part_room_id from room_parts where room_id = any (wholes));
  end if;
  foreach room in array array(select it from unnest(rooms) as it order by it) loop
    perform take_room(room);
  end loop;
end $$;
