import type { ExtensionOffer, Overrun, Readiness, StrandedGuest } from '@munjigi/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { DAY_AHEAD, classifyGuestReadiness, useComingReservations, useObstacleWords } from '../../readiness/index.ts';
import { useStrandedGuests } from '../../stranded-guests/index.ts';
import { useExtensionOffers } from '../extension-offers.api.ts';
import { useExtensionWords } from '../extension-words.ts';
import { useOverruns } from '../reservations.api.ts';

/** Additional marks of a reservation: whether its guest can enter (NX-1), can extend, or has left (NX-4). */
export interface ReservationBadge {
  /** The guest's obstacles; empty: none. `null` before the guest is due and afterwards. */
  readonly obstacles: string | null;
  /** An obstacle keeps the guest out; the others can still be solved. */
  readonly isBlocked: boolean;
  /** Nothing but the payment is missing: it has a separate sign and never reads as a missing code (RV-72). */
  readonly isOnlyUnpaid: boolean;
  /** The time until which a sensor detected the guest in the room after the end. */
  readonly overrunEndMs: number | null;
  /** The guest has little time left, and can extend the stay. */
  readonly canExtend: boolean;
  /** The room or the time was closed after the booking (ST-50). */
  readonly isStranded?: boolean;
  readonly words: string;
}
export type ReservationBadges = ReadonlyMap<string, ReservationBadge>;

const NONE: ReservationBadges = new Map();

export function useReservationBadges(
  storeId: string,
  period: { readonly startsAt: string; readonly endsAt: string } | undefined,
): ReservationBadges {
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const coming = useComingReservations(product, storeId, DAY_AHEAD);
  const overruns = useOverruns(product, storeId, period);
  const offers = useExtensionOffers(product, storeId);
  const stranded = useStrandedGuests(product, storeId);
  const obstacle = useObstacleWords();
  const extension = useExtensionWords();
  return useMemo(() => {
    const guests = stranded.data?.items ?? [];
    if (coming.data === undefined && overruns.data === undefined && offers.data === undefined && guests.length === 0)
      return NONE;
    const badges = buildReservationBadges(
      { coming: coming.data?.items ?? [], overruns: overruns.data?.items ?? [], offers: offers.data?.items ?? [] },
      {
        obstacle,
        extension,
        ready: t('board.ready'),
        stays: (item) => (item.seenAs === 'POWER' ? t('board.draws', { meter: item.seenBy }) : t('board.stays')),
      },
      overruns.dataUpdatedAt,
    );
    return withStranded(badges, guests, t('board.stranded'));
  }, [coming.data, overruns.data, overruns.dataUpdatedAt, offers.data, stranded.data, obstacle, extension, t]);
}

/** A stranded guest is blocked for longer than any other obstacle, so it comes first in the words. */
export function withStranded(
  badges: ReservationBadges,
  guests: readonly Pick<StrandedGuest, 'reservation'>[],
  words: string,
): ReservationBadges {
  if (guests.length === 0) return badges;
  const marked = new Map(badges);
  for (const { reservation } of guests) {
    const badge = badges.get(reservation.id);
    marked.set(reservation.id, {
      obstacles: badge?.obstacles ?? '',
      overrunEndMs: badge?.overrunEndMs ?? null,
      canExtend: false,
      isBlocked: true,
      isStranded: true,
      isOnlyUnpaid: false,
      words: badge === undefined || badge.obstacles === '' ? words : `${words}, ${badge.words}`,
    });
  }
  return marked;
}

interface Words {
  readonly obstacle: (obstacle: Readiness['obstacles'][number]) => string;
  readonly ready: string;
  readonly stays: (overrun: Overrun) => string;
  readonly extension: (extensionOffer: ExtensionOffer) => string;
}

interface BadgeSources {
  readonly coming: readonly Readiness[];
  readonly overruns: readonly Overrun[];
  readonly offers: readonly ExtensionOffer[];
}

export function buildReservationBadges(
  { coming, overruns, offers }: BadgeSources,
  words: Words,
  nowMs: number,
): ReservationBadges {
  const badges = new Map<string, ReservationBadge>();
  for (const { reservationId, obstacles } of coming) {
    const text = obstacles.map(words.obstacle).join(', ');
    badges.set(reservationId, {
      obstacles: text,
      isBlocked: classifyGuestReadiness(obstacles) === 'blocked',
      isOnlyUnpaid: obstacles.length > 0 && obstacles.every(({ kind }) => kind === 'UNPAID'),
      overrunEndMs: null,
      canExtend: false,
      words: text === '' ? words.ready : text,
    });
  }
  for (const offer of offers) {
    if (Date.parse(offer.until) > nowMs)
      badges.set(offer.reservationId, {
        obstacles: null,
        isBlocked: false,
        isOnlyUnpaid: false,
        overrunEndMs: null,
        canExtend: offer.reason === null,
        words: words.extension(offer),
      });
  }
  for (const overrun of overruns) {
    const { reservationId, reportedFrom, endedAt } = overrun;
    if (Date.parse(reportedFrom) <= nowMs)
      badges.set(reservationId, {
        obstacles: null,
        isBlocked: false,
        isOnlyUnpaid: false,
        overrunEndMs: endedAt === null ? nowMs : Date.parse(endedAt),
        canExtend: false,
        words: words.stays(overrun),
      });
  }
  return badges;
}
