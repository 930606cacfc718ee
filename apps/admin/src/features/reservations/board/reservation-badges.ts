import type { ExtensionOffer, Overrun, Readiness } from '@munjigi/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../app/auth.tsx';
import { DAY_AHEAD, classifyGuestReadiness, useComingReservations, useObstacleWords } from '../../readiness/index.ts';
import { useExtensionOffers } from '../extension-offers.api.ts';
import { useExtensionWords } from '../extension-words.ts';
import { useOverruns } from '../reservations.api.ts';

/** Additional marks of a reservation: whether its guest can enter (NX-1), can extend, or has left (NX-4). */
export interface ReservationBadge {
  /** The guest's obstacles; empty: none. `null` before the guest is due and afterwards. */
  readonly obstacles: string | null;
  /** An obstacle keeps the guest out; the others can still be solved. */
  readonly isBlocked: boolean;
  /** Nothing but the payment is missing: it has a sign of its own, so that it never reads as a missing code (RV-72). */
  readonly isOnlyUnpaid: boolean;
  /** The time until which a sensor detected the guest in the room after the end. */
  readonly overrunEndMs: number | null;
  /** The guest has little time left, and can extend the stay. */
  readonly canExtend: boolean;
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
  const obstacle = useObstacleWords();
  const extension = useExtensionWords();
  return useMemo(() => {
    if (coming.data === undefined && overruns.data === undefined && offers.data === undefined) return NONE;
    return buildReservationBadges(
      { coming: coming.data?.items ?? [], overruns: overruns.data?.items ?? [], offers: offers.data?.items ?? [] },
      {
        obstacle,
        extension,
        ready: t('board.ready'),
        stays: (item) => (item.seenAs === 'POWER' ? t('board.draws', { meter: item.seenBy }) : t('board.stays')),
      },
      overruns.dataUpdatedAt,
    );
  }, [coming.data, overruns.data, overruns.dataUpdatedAt, offers.data, obstacle, extension, t]);
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
    const { reservationId, toldFrom, endedAt } = overrun;
    if (Date.parse(toldFrom) <= nowMs)
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
