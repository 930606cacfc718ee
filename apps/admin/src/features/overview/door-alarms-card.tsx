import type { Alarm } from '@munjigi/contract';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { isLiveAlarm } from '../alarms/index.ts';
import { DoorOpener } from '../doors/index.ts';
import type { Parts } from './overview-parts.ts';

interface DoorAlarmsProps {
  readonly alarms: readonly Alarm[];
  readonly stores: readonly { id: string; name: string }[];
}

/** So many alarms leave room for the next guest on the first screen of a phone (OV-10). */
const MOST_SHOWN = 2;

/** The pending alarms of the chosen store, or of all. */
export function splitShownAlarms(alarms: readonly Alarm[], storeId: string | null) {
  const ofStore = alarms.filter((alarm) => storeId === null || alarm.storeId === storeId);
  return { live: ofStore.filter(isLiveAlarm), ended: ofStore.filter((alarm) => !isLiveAlarm(alarm)) };
}

/**
 * Doors with an alarm that holds, above everything else (DR-7, OV-10). A door that refuses codes has its Open button.
 * Renders nothing and loads no texts without alarms.
 */
export function LiveAlarmsCard(props: DoorAlarmsProps & { readonly rows: Parts['AlarmRows'] }) {
  return props.alarms.length === 0 ? null : (
    <Suspense fallback={null}>
      <LiveAlarms {...props} />
    </Suspense>
  );
}

function LiveAlarms({ alarms, stores, rows: Rows }: DoorAlarmsProps & { readonly rows: Parts['AlarmRows'] }) {
  const { t } = useTranslation('alarms');
  return (
    <section className="panel overview-alarms" aria-labelledby="door-alarms" data-testid="overview-alarms">
      <h2 id="door-alarms">
        <Icon name="warning" size={18} />
        {t('overview', { n: alarms.length })}
      </h2>
      <Rows alarms={alarms} stores={stores} most={MOST_SHOWN} act={renderAct} />
    </section>
  );
}

/** What a person can do at once: open the door that refuses codes to a guest. */
function renderAct({ kind, storeId, doorId }: Alarm) {
  return kind === 'REFUSED_CODES' && <DoorOpener storeId={storeId} doorId={doorId} />;
}

/** Alarms that are over and that no person has acknowledged, in one line below everything else (DR-7, OV-10). */
export function EndedAlarmsCard({
  alarms,
  stores,
  list: Ended,
}: DoorAlarmsProps & { readonly list: Parts['EndedAlarms'] }) {
  return alarms.length === 0 ? null : (
    <section className="overview-ended" data-testid="overview-ended">
      <Suspense fallback={null}>
        <Ended alarms={alarms} stores={stores} />
      </Suspense>
    </section>
  );
}
