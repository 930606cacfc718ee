import type { Room, StoreOverview, UnpaidStay } from '@munjigi/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { countRoomStates, useDoubtCounts } from '../rooms/index.ts';
import { StoreNow } from './store-now.tsx';

/** Whether the store needs attention: an alarm, an offline device, a notification, an unpaid guest inside, or an owed refund. */
export function storeNeedsAttention({
  alarmCount,
  offlineCount,
  notificationCount,
  owedRefundCount,
  unpaidInside,
}: StoreOverview): boolean {
  // The rooms must be shown even when the figures are not as they should be.
  const unpaidCount = Array.isArray(unpaidInside) ? unpaidInside.length : 0;
  return alarmCount + offlineCount + notificationCount + owedRefundCount + unpaidCount > 0;
}

interface QuietStoreProps {
  readonly store: { id: string; name: string };
  readonly rooms: readonly Room[];
  readonly overview: StoreOverview | undefined;
  readonly unpaid: readonly UnpaidStay[];
}

/** A store without open work, among many stores: one line that opens. Its rooms render when it is opened. */
export function QuietStore({ store, rooms, overview, unpaid }: QuietStoreProps) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const countDoubts = useDoubtCounts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="overview-quiet-store"
      data-testid="overview-quiet-store"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="panel-summary">
        <b>{store.name}</b>
        <span>
          {t('counts', countRoomStates(rooms))}
          {countDoubts(rooms)}
          {overview !== undefined && ` · ${format.money(overview.today.netAmount)}`}
        </span>
      </summary>
      {isOpen && <StoreNow store={store} rooms={rooms} overview={overview} unpaid={unpaid} />}
    </details>
  );
}
