import { zonedDate, zonedTime } from '@munjigi/rules';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format.ts';
import type { BookingHours, SlotTime } from './slot-times.ts';

/** Times and lengths in the shown language. */
export function usePeriodWords() {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const length = (minutes: number): string => {
    const hours = Math.floor(minutes / 60);
    const rest = minutes % 60;
    if (hours === 0) return t('length.minutes', { minutes: rest });
    return rest === 0 ? t('length.hours', { hours }) : t('length.both', { hours, minutes: rest });
  };
  const slot = ({ label, isNextDay }: Pick<SlotTime, 'label' | 'isNextDay'>) =>
    isNextDay ? t('length.nextDay', { time: label }) : label;
  return {
    length,
    slot,
    /** A time that the store's present settings do not offer on this day. */
    slotAt: (store: BookingHours, at: string, day: string) =>
      slot({
        label: zonedTime(store.timeZone, new Date(at)),
        isNextDay: zonedDate(store.timeZone, new Date(at)) > day,
      }),
    /** `오늘 19:00–21:00`; an end on another day than the start is marked. */
    period: (startsAt: string, endsAt: string): string => {
      const end =
        format.date(startsAt) === format.date(endsAt)
          ? format.time(endsAt)
          : t('length.nextDay', { time: format.time(endsAt) });
      return `${format.dateTime(startsAt)}–${end}`;
    },
  };
}
