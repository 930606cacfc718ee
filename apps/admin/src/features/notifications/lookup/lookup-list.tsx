import type { Notification } from '@munjigi/contract';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordTable } from '../../../ui/list/record-table.tsx';
import { isUnconfirmed } from './lookup-filter.ts';
import { LookupRow } from './lookup-row.tsx';
import { LOOKUP_TABLE } from './lookup-table.ts';

const COLUMNS = ['kind', 'text', 'reservation', 'amount', 'createdAt', 'state'] as const;
/** How often relative times such as "2 minutes ago" are updated. */
const TICK_MS = 30_000;

interface Confirming {
  readonly selected: ReadonlySet<string>;
  /** The ids whose confirmation is under way. */
  readonly busy: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[], isSelected: boolean) => void;
  readonly onConfirm: (id: string) => void;
}

interface LookupListProps {
  readonly items: readonly Notification[];
  /** `null`: the person can only read. */
  readonly confirming: Confirming | null;
}

/** Notifications in a table, which can be selected and confirmed. */
export function LookupList({ items, confirming }: LookupListProps) {
  const { t } = useTranslation('notification-lookup');
  useTick();
  const waiting = items.filter(isUnconfirmed).map(({ id }) => id);
  const isAllSelected = waiting.length > 0 && waiting.every((id) => confirming?.selected.has(id));
  return (
    <RecordTable
      testId="lookup-table"
      columns={COLUMNS}
      heading={(column) => t(`column.${column}`)}
      sx={LOOKUP_TABLE}
      firstHead={
        confirming && (
          <th scope="col" data-column="select">
            <label>
              <input
                type="checkbox"
                checked={isAllSelected}
                disabled={waiting.length === 0}
                aria-label={t('select.all')}
                title={t('select.keys')}
                onChange={(event) => confirming.onSelect(waiting, event.target.checked)}
              />
              <span aria-hidden="true">{t('select.allShort')}</span>
            </label>
          </th>
        )
      }
      onKeyDown={confirming === null ? undefined : (event) => moveByKey(event, confirming)}
    >
      {items.map((item) => (
        <LookupRow
          key={item.id}
          notification={item}
          choice={
            confirming && {
              isSelected: confirming.selected.has(item.id),
              isBusy: confirming.busy.has(item.id),
              onSelect: (isSelected) => confirming.onSelect([item.id], isSelected),
              onConfirm: () => confirming.onConfirm(item.id),
            }
          }
        />
      ))}
    </RecordTable>
  );
}

/** Moves between checkboxes by j, k and the arrows; Enter confirms its row and moves on. The browser handles Space. */
function moveByKey(event: KeyboardEvent<HTMLElement>, { onConfirm }: Confirming): void {
  if (
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    !(event.target instanceof HTMLInputElement) ||
    !event.target.matches('[data-row-stop]')
  )
    return;
  const by = event.key === 'j' || event.key === 'ArrowDown' ? 1 : event.key === 'k' || event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0 && event.key !== 'Enter') return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLInputElement>('[data-row-stop]')];
  const at = stops.indexOf(event.target);
  if (by === 0) {
    onConfirm(event.target.closest('tr')?.dataset['notification'] ?? '');
    (stops[at + 1] ?? stops[at - 1])?.focus();
  } else {
    stops[at + by]?.focus();
  }
}

function useTick(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
}
