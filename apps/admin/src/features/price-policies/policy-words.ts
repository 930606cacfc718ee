import type { PricePolicy, Store } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';

type Rule = Omit<PricePolicy, 'id' | 'storeId' | 'version'>;

/** A policy's fields in a few words each. */
export function usePolicyWords(
  { slotMinutes }: Pick<Store, 'slotMinutes'>,
  rooms: readonly { readonly id: string; readonly name: string }[],
) {
  const { t } = useTranslation(['prices', 'stores']);
  const format = useFormat();
  const duration = (minutes: number) => {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    return [
      ...(hours > 0 ? [t('hours', { hours })] : []),
      ...(rest > 0 || hours === 0 ? [t('minutes', { minutes: rest })] : []),
    ].join(' ');
  };
  return {
    duration,
    days: ({ weekdays, holidays }: Rule) => {
      const named =
        weekdays.length === 7
          ? t('everyDay')
          : weekdays
              .toSorted((a, b) => a - b)
              .map((weekday) => t(`stores:weekdayShort.${String(weekday)}`))
              .join('·');
      return [named, ...(holidays ? [t('holidays')] : [])].filter((text) => text !== '').join(' + ');
    },
    band: ({ fromTime, toTime }: Rule) => {
      if (fromTime === toTime) return t('allDay');
      return `${fromTime}–${toTime <= fromTime && toTime !== '00:00' ? t('nextDay', { time: toTime }) : toTime === '00:00' ? '24:00' : toTime}`;
    },
    rooms: ({ roomIds }: Rule) =>
      roomIds.length === 0
        ? t('everyRoom')
        : roomIds.map((id) => rooms.find((room) => room.id === id)?.name ?? t('archivedRoom')).join(', '),
    season: ({ startsOn, endsOn }: Rule) =>
      startsOn === null && endsOn === null ? '' : `${startsOn ?? ''} ~ ${endsOn ?? ''}`,
    people: ({ includedHeadCount, extraPersonAmount }: Rule) =>
      extraPersonAmount === 0 ? '' : t('people', { count: includedHeadCount, amount: format.money(extraPersonAmount) }),
    amount: ({ unit, amount, packageMinutes }: Rule) =>
      `${format.money(amount)} / ${duration(unit === 'SLOT' ? slotMinutes : (packageMinutes ?? 0))}`,
  };
}
