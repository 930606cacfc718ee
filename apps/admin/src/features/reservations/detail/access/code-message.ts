import type { ReservationDetail, Store } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useFormatIn } from '../../../../ui/format.ts';

/**
 * The message to a guest with a code: the doors and the times of the access, with the date and never "today". A spare
 * code names its only door.
 */
export function useCodeMessage(
  { startsAt, endsAt }: Pick<ReservationDetail, 'startsAt' | 'endsAt'>,
  { name: store, timeZone }: Pick<Store, 'name' | 'timeZone'>,
  room: string,
): (code: string, door?: string) => string {
  const { t } = useTranslation('reservations');
  const when = useFormatIn(timeZone).fixedPeriod(startsAt, endsAt);
  return (code, door) => t('access.message', { store, place: door ?? room, code, when });
}
