import type { ReservationDetail, Store } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';

/**
 * The message to a guest with a code: the doors and the times of the access, with the date and never "today". A spare
 * code names its only door.
 */
export function useCodeMessage(
  { startsAt, endsAt }: Pick<ReservationDetail, 'startsAt' | 'endsAt'>,
  { name: store, timeZone }: Pick<Store, 'name' | 'timeZone'>,
  room: string,
): (code: string, door?: string) => string {
  const { t, i18n } = useTranslation('reservations');
  const stay = new Intl.DateTimeFormat(i18n.resolvedLanguage === 'en' ? 'en-US' : 'ko-KR', {
    timeZone,
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const when = stay.formatRange(new Date(startsAt), new Date(endsAt));
  return (code, door) => t('access.message', { store, place: door ?? room, code, when });
}
