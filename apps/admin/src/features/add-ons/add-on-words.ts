import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import type { AddOnBody } from './add-ons.api.ts';

/** An add-on's fields in a few words each. */
export function useAddOnWords(rooms: readonly { readonly id: string; readonly name: string }[]) {
  const { t } = useTranslation('add-ons');
  const format = useFormat();
  return {
    price: ({ unit, amount }: AddOnBody) => t(`price.${unit}`, { amount: format.money(amount) }),
    quantity: ({ maxQuantity }: AddOnBody) => t('upTo', { count: maxQuantity }),
    rooms: ({ roomIds }: AddOnBody) =>
      roomIds.length === 0
        ? t('everyRoom')
        : roomIds.map((id) => rooms.find((room) => room.id === id)?.name ?? t('archivedRoom')).join(', '),
    state: ({ isOffered }: AddOnBody) => t(isOffered ? 'offered' : 'notOffered'),
  };
}
