import type { Alarm } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { problemText } from '../../api/problem-text.ts';
import { useCan, useProduct } from '../../app/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useAcknowledge, useAcknowledgeEnded } from './acknowledge.api.ts';
import { isLiveAlarm, isUnseenLockdownOpening } from './alarm-cache.ts';

interface AlarmRowsProps {
  readonly alarms: readonly Alarm[];
  /** The names of stores, if alarms of several are shown; absent on a screen of one store. */
  readonly stores?: readonly { id: string; name: string }[];
  /** The door's card shows its alarms without the door's name. */
  readonly isOfDoor?: boolean;
}

/**
 * Alarms with kind, start and acknowledgement, and the button to acknowledge (DR-7). Styled by the plain style sheets,
 * because the header shows it.
 */
export function AlarmRows({ alarms, stores = [], isOfDoor = false }: AlarmRowsProps) {
  return (
    <ul className="alarm-rows">
      {[...alarms].sort(byUrgency).map((alarm) => (
        <AlarmRow
          key={alarm.id}
          alarm={alarm}
          isOfDoor={isOfDoor}
          storeName={stores.find((store) => store.id === alarm.storeId)?.name ?? ''}
        />
      ))}
    </ul>
  );
}

/** An opening during a lockdown that no person has seen comes before every other alarm (DR-8). */
function byUrgency(one: Alarm, other: Alarm): number {
  return Number(isUnseenLockdownOpening(other)) - Number(isUnseenLockdownOpening(one));
}

/** What holds now, and below it what is over in one line that opens, with one button to acknowledge all of it. */
export function AlarmGroups({ alarms, stores = [] }: Omit<AlarmRowsProps, 'isOfDoor'>) {
  const live = alarms.filter(isLiveAlarm);
  const ended = alarms.filter((alarm) => !isLiveAlarm(alarm));
  return (
    <>
      {live.length > 0 && <AlarmRows alarms={live} stores={stores} />}
      {ended.length > 0 && <EndedAlarms alarms={ended} stores={stores} />}
    </>
  );
}

function EndedAlarms({ alarms, stores = [] }: Omit<AlarmRowsProps, 'isOfDoor'>) {
  const { t } = useTranslation('alarms');
  const can = useCan();
  const acknowledge = useAcknowledgeEnded(useProduct());
  return (
    <div className="ended-alarms" data-testid="ended-alarms">
      <details>
        <summary>{t('ended.title', { n: alarms.length })}</summary>
        <AlarmRows alarms={alarms} stores={stores} />
      </details>
      {can('doors:operate') && (
        <button
          type="button"
          className="alarm-button"
          aria-disabled={acknowledge.isPending}
          // Only what is on the screen: an alarm that begins meanwhile is not among these ids.
          onClick={() => !acknowledge.isPending && acknowledge.mutate(alarms.map(({ id }) => id))}
        >
          {t('ended.acknowledge')}
        </button>
      )}
      <AcknowledgeError error={acknowledge.error} />
    </div>
  );
}

function AcknowledgeError({ error }: { readonly error: Error | null }) {
  const { t } = useTranslation('alarms');
  if (error === null) return null;
  return (
    <span role="alert" className="alarm-error">
      {problemText(t, error)}
    </span>
  );
}

function AlarmRow({
  alarm,
  storeName,
  isOfDoor,
}: {
  readonly alarm: Alarm;
  readonly storeName: string;
  readonly isOfDoor: boolean;
}) {
  const { t } = useTranslation('alarms');
  const format = useFormat();
  const can = useCan();
  const acknowledge = useAcknowledge(useProduct());
  const door = [storeName, alarm.doorName].filter((part) => part !== '').join(' · ');
  const since = t(alarm.closedAt === null ? 'since' : 'was', { when: format.dateTime(alarm.since) });
  return (
    <li className="alarm-row" data-testid="alarm" data-kind={alarm.kind}>
      <span className="alarm-sign">
        <Icon name="warning" size={18} />
      </span>
      <div className="alarm-text">
        <strong>{t(`kind.${alarm.kind}`)}</strong>
        {!isOfDoor && (
          <Link to={`/dashboard/door?store=${alarm.storeId}&q=${encodeURIComponent(alarm.doorName)}`}>{door}</Link>
        )}
        <span>{since}</span>
        {alarm.acknowledgedBy !== null && alarm.acknowledgedAt !== null && (
          <span className="alarm-seen">
            <Icon name="check" size={16} />
            {t('seenBy', { who: alarm.acknowledgedBy.name, time: format.time(alarm.acknowledgedAt) })}
          </span>
        )}
        <AcknowledgeError error={acknowledge.error} />
      </div>
      {alarm.acknowledgedAt === null && can('doors:operate') && (
        <button
          type="button"
          className="alarm-button"
          aria-disabled={acknowledge.isPending}
          aria-label={t('acknowledge_named', { alarm: t(`kind.${alarm.kind}`), door: alarm.doorName })}
          onClick={() => !acknowledge.isPending && acknowledge.mutate(alarm.id)}
        >
          {t('acknowledge')}
        </button>
      )}
    </li>
  );
}
