import type { Readiness } from '@munjigi/contract';
import { isAccessOpen } from '@munjigi/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../app/auth.tsx';
import { useNow } from '../../ui/use-now.ts';
import { DoorStrip } from '../doors/index.ts';

type Obstacles = Readiness['obstacles'];

/**
 * The doors that a person must open for the guest, because no code does. Doors that are offline, locked down or
 * released for a fire are left out.
 */
function openableDoors(obstacles: Obstacles) {
  const isCode = (kind: Obstacles[number]['kind']) =>
    kind === 'DOOR_KEEPS_NO_CODES' || kind === 'CODE_NOT_ACKNOWLEDGED';
  const closed = obstacles.filter(({ kind }) => kind.startsWith('DOOR_') && !isCode(kind)).map(({ door }) => door?.id);
  return obstacles.flatMap(({ kind, door }) =>
    door !== null && isCode(kind) && !closed.includes(door.id) ? [door] : [],
  );
}

export interface DoorOpenersProps {
  readonly guest: Pick<Readiness, 'storeId' | 'obstacles' | 'opensAt' | 'closesAt'>;
}

/**
 * A button per door that a person must open for the guest; it shows the door's current state with its Open button
 * (NX-1). Nothing outside the access window: there the reservation itself asks before it opens (RV-60).
 */
export function DoorOpenerButtons({ guest: { storeId, obstacles, opensAt, closesAt } }: DoorOpenersProps) {
  const { t } = useTranslation('readiness');
  const can = useCan();
  const [shownId, setShownId] = useState<string | null>(null);
  const now = useNow(15_000);
  const doors = isAccessOpen({ state: 'CONFIRMED', opensAt, closesAt }, now) ? openableDoors(obstacles) : [];
  if (doors.length === 0 || !can('doors:operate')) return null;
  return (
    <div className="door-openers" data-testid="door-openers">
      {doors.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="button button-small"
          aria-expanded={id === shownId}
          onClick={() => setShownId(id === shownId ? null : id)}
        >
          {t('open', { door: name })}
        </button>
      ))}
      {shownId !== null && <DoorStrip storeId={storeId} doorId={shownId} isLeading />}
    </div>
  );
}
