import type { Readiness, ReadinessCheck } from '@munjigi/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';

type Obstacle = Readiness['obstacles'][number];

/** A guest's obstacle with its evidence, in words (NX-1). */
export function useObstacleWords(): (obstacle: Obstacle) => string {
  const { t } = useTranslation('readiness');
  const format = useFormat();
  return useCallback(
    ({ kind, door, since, amount }: Obstacle) => {
      const name = door?.name ?? '';
      if (kind === 'UNPAID') return t('UNPAID', { amount: format.money(amount ?? 0) });
      if (kind === 'BATTERY_LOW') return t('BATTERY_LOW', { door: name, percent: amount ?? 0 });
      if (kind === 'DOOR_OFFLINE' && since !== null)
        return t('DOOR_OFFLINE_SINCE', { door: name, time: format.dateTime(since) });
      return t(kind, { door: name });
    },
    [t, format],
  );
}

const CHECKS = { 1440: 'day', 120: 'hours', 15: 'quarter' } as const;

export function useCheckWords(): (readinessCheck: Pick<ReadinessCheck, 'minutesBefore'>) => string {
  const { t } = useTranslation('readiness');
  return useCallback(({ minutesBefore }) => t(`check.${CHECKS[minutesBefore]}`), [t]);
}

/** Green, amber or red; `warned` while a person can still solve every obstacle. */
export type GuestReadiness = 'ready' | 'warned' | 'blocked';

export function classifyGuestReadiness(obstacles: readonly Pick<Obstacle, 'severity'>[]): GuestReadiness {
  return obstacles.some((obstacle) => obstacle.severity === 'BLOCKING')
    ? 'blocked'
    : obstacles.length > 0
      ? 'warned'
      : 'ready';
}
