import type { Alarm } from '@munjigi/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { problemText } from '../../api/problem-text.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
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
  /** Shown below the text of an alarm: what a person can do about it. */
  readonly act?: (alarm: Alarm) => ReactNode;
  /** So many alarms are shown at first, the most urgent ones; a line opens the others. */
  readonly most?: number;
}

/**
 * Alarms with kind, start and acknowledgement, and the button to acknowledge (DR-7). Styled by the plain style sheets,
 * because the header shows it.
 */
export function AlarmRows({ alarms, most = Infinity, ...shown }: AlarmRowsProps) {
  const { t } = useTranslation('alarms');
  const sorted = [...alarms].sort(byUrgency);
  const others = sorted.slice(most);
  return (
    <>
      <Rows alarms={sorted.slice(0, most)} {...shown} />
      {others.length > 0 && (
        <details className="further-alarms">
          <summary>{t('further', { count: others.length, n: others.length })}</summary>
          <Rows alarms={others} {...shown} />
        </details>
      )}
    </>
  );
}

function Rows({ alarms, stores = [], isOfDoor = false, act }: Omit<AlarmRowsProps, 'most'>) {
  return (
    <ul className="alarm-rows">
      {alarms.map((alarm) => (
        <AlarmRow
          key={alarm.id}
          alarm={alarm}
          isOfDoor={isOfDoor}
          storeName={stores.find((store) => store.id === alarm.storeId)?.name ?? ''}
          act={act?.(alarm)}
        />
      ))}
    </ul>
  );
}

/**
 * An opening during a lockdown that no person has seen comes before every other alarm (DR-8), then a person at a door
 * whose codes are refused, then a forced door. What a person has acknowledged comes last.
 */
function byUrgency(one: Alarm, other: Alarm): number {
  return urgencyOf(one) - urgencyOf(other);
}

function urgencyOf(alarm: Alarm): number {
  if (isUnseenLockdownOpening(alarm)) return 0;
  if (alarm.kind === 'REFUSED_CODES') return 1;
  if (alarm.acknowledgedAt !== null) return 4;
  return alarm.kind === 'FORCED' ? 2 : 3;
}

/** What holds now, and below it what is over in one line that opens, with one button to acknowledge all of it. */
export function AlarmGroups({ alarms, stores = [] }: Pick<AlarmRowsProps, 'alarms' | 'stores'>) {
  const live = alarms.filter(isLiveAlarm);
  const ended = alarms.filter((alarm) => !isLiveAlarm(alarm));
  return (
    <>
      {live.length > 0 && <AlarmRows alarms={live} stores={stores} />}
      {ended.length > 0 && <EndedAlarms alarms={ended} stores={stores} />}
    </>
  );
}

/** The alarms that are over in one line that opens, with one button to acknowledge what the person was shown (DR-7). */
export function EndedAlarms({ alarms, stores = [] }: Pick<AlarmRowsProps, 'alarms' | 'stores'>) {
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
          className="button alarm-button"
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
  act,
}: {
  readonly alarm: Alarm;
  readonly storeName: string;
  readonly isOfDoor: boolean;
  readonly act: ReactNode;
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
        {act}
      </div>
      {alarm.acknowledgedAt === null && can('doors:operate') && (
        <button
          type="button"
          className="button alarm-button"
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
