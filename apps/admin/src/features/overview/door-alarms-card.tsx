import type { Alarm } from '@munjigi/contract';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../app/auth.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isLiveAlarm, LateAlarmGroups, useAlarms } from '../alarms/index.ts';

interface DoorAlarmsCardProps {
  readonly storeId: string | null;
  readonly stores: readonly { id: string; name: string }[];
}

/**
 * Doors with an alarm, of the chosen store or of all, above everything else, and alarms that are over in one line (DR-7,
 * OV-1). Renders nothing and loads no texts without alarms.
 */
export function DoorAlarmsCard({ storeId, stores }: DoorAlarmsCardProps) {
  const can = useCan();
  const alarms = (useAlarms(useProduct(), can('doors:read')).data?.items ?? []).filter(
    (alarm) => storeId === null || alarm.storeId === storeId,
  );
  return alarms.length === 0 ? null : (
    <Suspense fallback={null}>
      <Ringing alarms={alarms} stores={stores} />
    </Suspense>
  );
}

function Ringing({
  alarms,
  stores,
}: {
  readonly alarms: readonly Alarm[];
  readonly stores: DoorAlarmsCardProps['stores'];
}) {
  const { t } = useTranslation('alarms');
  const liveCount = alarms.filter(isLiveAlarm).length;
  return (
    <section
      className="overview-alarms"
      aria-labelledby="door-alarms"
      data-testid="overview-alarms"
      data-quiet={liveCount === 0}
    >
      <h2 id="door-alarms">
        {liveCount > 0 && <Icon name="warning" size={18} />}
        {liveCount > 0 ? t('overview', { n: liveCount }) : t('overviewQuiet')}
      </h2>
      <LateAlarmGroups alarms={alarms} stores={stores} />
    </section>
  );
}
