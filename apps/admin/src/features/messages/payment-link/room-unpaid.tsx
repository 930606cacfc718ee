import '../room-unpaid.css';
import type { Room, UnpaidStay } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useUnpaidStays } from '../../readiness/index.ts';
import { PaymentLinkButton } from './payment-link-button.tsx';

/** The guests of a room who have not paid, on the card of the room: the amount due, and the link to pay (RM-21). */
export function RoomUnpaidLines({ stays }: { readonly stays: readonly UnpaidStay[] }) {
  const { t } = useTranslation('readiness');
  const format = useFormat();
  // The guest who is inside comes before the next one.
  const inOrder = [...stays].sort((a, b) => Number(b.isPresent) - Number(a.isPresent));
  return inOrder.map(({ reservationId, storeId, isPresent, dueAmount }) => (
    <div key={reservationId} className="room-unpaid" data-testid="room-unpaid" data-reservation={reservationId}>
      <Link to={`/dashboard/reservation?store=${storeId}&reservation=${reservationId}`}>
        <Icon name="warning" size={16} />
        {t(isPresent ? 'unpaidStay.present' : 'unpaidStay.next', { amount: format.money(dueAmount) })}
      </Link>
      <PaymentLinkButton reservationId={reservationId} />
    </div>
  ));
}

/** Reads the guests of one room who have not paid; rooms of one store share the request. */
export function RoomUnpaid({ room }: { readonly room: Pick<Room, 'id' | 'storeId'> }) {
  const { stays } = useUnpaidStays(useProduct(), room.storeId);
  return <RoomUnpaidLines stays={stays.filter(({ roomId }) => roomId === room.id)} />;
}
