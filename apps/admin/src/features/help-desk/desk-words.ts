import type { DoorLine } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import type { Tone } from '../doors/index.ts';
import type { GuestTime } from './guest-time.ts';

export const TIME_TONE: Readonly<Record<GuestTime['kind'], Tone>> = {
  CALLED_OFF: 'bad',
  ENDED_EARLY: 'neutral',
  TOO_EARLY: 'warn',
  MAY_ENTER: 'good',
  RUNNING: 'good',
  LEAVING: 'warn',
  OVER: 'bad',
};

export const LINE_TONE: Readonly<Record<DoorLine['kind'], Tone>> = {
  TRIED_EARLY: 'warn',
  TRIED_LATE: 'warn',
  OWN_CODE_REFUSED: 'bad',
  WRONG_CODE: 'warn',
  CODE_REFUSED: 'neutral',
  CODE_NOT_IN_LOCK: 'warn',
  DENIED_TO_ANYBODY: 'neutral',
  DENIED_TO_ANOTHER: 'neutral',
  ENTERED: 'good',
  ENTERED_BY_ANOTHER: 'warn',
  OPENED: 'good',
  OPENING: 'neutral',
  OPEN_FAILED: 'bad',
  OPENED_BY_HAND: 'neutral',
  OPENED_UNKNOWN: 'warn',
  LOCKED: 'neutral',
  JAMMED: 'bad',
  OFFLINE: 'bad',
  BACK_ONLINE: 'good',
};

/** Lines whose words say how often. */
const COUNTED = new Set<DoorLine['kind']>(['WRONG_CODE', 'CODE_REFUSED']);

const DAY_MINUTES = 1440;

/** Describes times and events of a door as a person would on the phone. */
export function useDeskWords() {
  const { t } = useTranslation(['help-desk', 'devices']);
  const format = useFormat();
  /** `18분`, `2시간 5분`, `3일`. */
  const length = (minutes: number) => {
    if (minutes < 60) return t('length.minutes', { minutes });
    if (minutes >= 2 * DAY_MINUTES) return t('length.days', { days: Math.floor(minutes / DAY_MINUTES) });
    const rest = minutes % 60;
    return rest === 0
      ? t('length.hours', { hours: minutes / 60 })
      : t('length.both', { hours: Math.floor(minutes / 60), minutes: rest });
  };
  const took = (seconds: number) =>
    seconds < 60
      ? t('length.seconds', { seconds })
      : t('length.exact', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  const line = ({ kind, count, minutes, by, until, error }: DoorLine) => {
    if (kind === 'OFFLINE')
      return until === null ? t('line.OFFLINE_STILL') : t('line.OFFLINE', { until: format.time(until) });
    if (kind === 'OPEN_FAILED')
      return t(by === null ? 'line.OPEN_FAILED_BY_NOBODY' : 'line.OPEN_FAILED', {
        by,
        why: error === null ? '' : t(`devices:error.${error}`),
      }).trim();
    if ((kind === 'OPENED' || kind === 'OPENING') && by === null) return t(`line.${kind}_BY_NOBODY`);
    const words = t(`line.${kind}`, { count, length: length(minutes ?? 0), by });
    return count > 1 && !COUNTED.has(kind) ? t('line.several', { words, count }) : words;
  };
  return { length, took, line };
}
