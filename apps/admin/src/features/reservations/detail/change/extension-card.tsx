import type { ExtensionOffer, ReservationDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/call.ts';
import { useCan, useProduct } from '../../../../session/auth.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { ProblemAlert } from '../../../../ui/states/problem-alert.tsx';
import { usePeriodWords } from '../../create/period-words.ts';
import { useExtensionOffers } from '../../extension-offers.api.ts';
import { useExtensionWords } from '../../extension-words.ts';
import { useReservationUndo } from '../../reservation-undo.ts';
import { useChangeReservation } from '../drawer.api.ts';

/**
 * The extensions that are offered to a guest near the end (NX-4), each with one press and the price on its button, or
 * the reason why none is possible.
 */
export function ExtensionCard({ reservation }: { readonly reservation: ReservationDetail }) {
  const { t } = useTranslation('reservations');
  const words = useExtensionWords();
  const isIn = reservation.kind === 'GUEST' && reservation.state === 'IN_USE';
  const product = useProduct();
  // The change is here and not beside the buttons, which disappear when the stay changes and would remove the message
  // as well.
  const change = useChangeReservation(product);
  const offers = useExtensionOffers(product, reservation.storeId, { isEnabled: isIn });
  // An offer for an earlier end is about to be removed.
  const offer = offers.data?.items.find(
    (offer) => offer.reservationId === reservation.id && offer.until === reservation.endsAt,
  );
  if (!isIn || offer === undefined) return null;
  return (
    <Box
      component="section"
      aria-label={t('extension.title')}
      data-testid="extension-offer"
      sx={{ display: 'grid', gap: 1, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1, typography: 'body2' }}
    >
      {offer.reason === null ? (
        <Choices offer={offer} reservation={reservation} change={change} />
      ) : (
        <span>{words(offer)}</span>
      )}
    </Box>
  );
}

type Choice = ExtensionOffer['choices'][number];

interface ChoicesProps {
  readonly offer: ExtensionOffer;
  readonly reservation: ReservationDetail;
  readonly change: ReturnType<typeof useChangeReservation>;
}

function Choices({ offer, reservation, change }: ChoicesProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const words = usePeriodWords();
  const can = useCan();
  const product = useProduct();
  const undo = useReservationUndo(product);

  function extendStay({ minutes, totalAmount }: Choice): void {
    if (change.isPending) return;
    const { id: reservationId, version } = reservation;
    const body = { version, minutes, expectedPriceAmount: totalAmount };
    change.mutate(
      () =>
        call('POST /api/v2/{product}/reservation/{reservationId}/extend', { params: { product, reservationId }, body }),
      {
        onSuccess: (extended) =>
          undo.offer(t('drawer.extended', { time: format.time(extended.endsAt) }), () =>
            undo.restore(extended, reservation),
          ),
      },
    );
  }

  const text = ({ endsAt, minutes, addedAmount }: Choice) =>
    t('extension.choice', {
      time: format.time(endsAt),
      length: words.length(minutes),
      amount: format.money(addedAmount),
    });
  return (
    <>
      <Box component="span" sx={{ fontWeight: 600 }}>
        {t('extension.title')}
      </Box>
      {can('reservations:book') ? (
        <Box role="group" aria-label={t('extension.title')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {offer.choices.map((choice, index) => (
            <Button
              key={choice.minutes}
              size="small"
              variant={index === 0 ? 'contained' : 'outlined'}
              color={index === 0 ? 'primary' : 'inherit'}
              aria-disabled={change.isPending}
              onClick={() => extendStay(choice)}
              sx={{ minHeight: 40, fontVariantNumeric: 'tabular-nums' }}
            >
              {text(choice)}
            </Button>
          ))}
        </Box>
      ) : (
        <span>{offer.choices.map(text).join(', ')}</span>
      )}
      <ProblemAlert error={change.error} />
    </>
  );
}
