import type { Alarm } from '@munjigi/contract';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../app/auth.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isLiveAlarm, LateAlarmRows, LateEndedAlarms, useAlarms } from '../alarms/index.ts';
import { DoorOpener } from '../doors/index.ts';

interface DoorAlarmsProps {
  readonly storeId: string | null;
  readonly stores: readonly { id: string; name: string }[];
}

/** So many alarms leave room for the next guest on the first screen of a phone (OV-10). */
const MOST_SHOWN = 2;

/** The pending alarms of the chosen store, or of all. */
function useShownAlarms(storeId: string | null): readonly Alarm[] {
  const can = useCan();
  const alarms = useAlarms(useProduct(), can('doors:read')).data?.items ?? [];
  return alarms.filter((alarm) => storeId === null || alarm.storeId === storeId);
}

/**
 * Doors with an alarm that holds, above everything else (DR-7, OV-10). A door that refuses codes has its Open button.
 * Renders nothing and loads no texts without alarms.
 */
export function LiveAlarmsCard({ storeId, stores }: DoorAlarmsProps) {
  const alarms = useShownAlarms(storeId).filter(isLiveAlarm);
  return alarms.length === 0 ? null : (
    <Suspense fallback={null}>
      <LiveAlarms alarms={alarms} stores={stores} />
    </Suspense>
  );
}

function LiveAlarms({ alarms, stores }: Pick<DoorAlarmsProps, 'stores'> & { readonly alarms: readonly Alarm[] }) {
  const { t } = useTranslation('alarms');
  return (
    <section className="overview-alarms" aria-labelledby="door-alarms" data-testid="overview-alarms">
      <h2 id="door-alarms">
        <Icon name="warning" size={18} />
        {t('overview', { n: alarms.length })}
      </h2>
      <LateAlarmRows alarms={alarms} stores={stores} most={MOST_SHOWN} act={renderAct} />
    </section>
  );
}

/** What a person can do at once: open the door that refuses codes to a guest. */
function renderAct({ kind, storeId, doorId }: Alarm) {
  return kind === 'REFUSED_CODES' && <DoorOpener storeId={storeId} doorId={doorId} />;
}

/** Alarms that are over and that no person has acknowledged, in one line below everything else (DR-7, OV-10). */
export function EndedAlarmsCard({ storeId, stores }: DoorAlarmsProps) {
  const alarms = useShownAlarms(storeId).filter((alarm) => !isLiveAlarm(alarm));
  if (alarms.length === 0) return null;
  return (
    <section className="overview-ended" data-testid="overview-ended">
      <LateEndedAlarms alarms={alarms} stores={stores} />
    </section>
  );
}
