import type { AlarmKind, Incident, IncidentKind, Obstacle } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useMessageWords } from '../messages/index.ts';

type Notice = Incident['notices'][number];

type DetailCode = Obstacle | Exclude<AlarmKind, 'REFUSED_CODES'> | 'REFUND_FAILED';
/** Codes of details that have their own words: obstacles, alarms, and what ended a refund. A missing one does not compile. */
const DETAILS: Readonly<Record<DetailCode, true>> = {
  UNPAID: true,
  CODE_NOT_ACKNOWLEDGED: true,
  DOOR_KEEPS_NO_CODES: true,
  DOOR_OFFLINE: true,
  DOOR_LOCKED_DOWN: true,
  DOOR_FIRE_RELEASED: true,
  BATTERY_LOW: true,
  ROOM_OCCUPIED: true,
  ROOM_DRAWS_POWER: true,
  AGE_UNCHECKED: true,
  LEFT_OPEN: true,
  FORCED: true,
  OFFLINE: true,
  JAMMED: true,
  UNKNOWN_OPENING: true,
  LOCKDOWN_OPENING: true,
  REFUND_FAILED: true,
};
/** Why a notice did not leave. Any other text comes from a provider. */
const NOTICE_ERRORS = [
  'NO_BROWSER',
  'NO_PHONE',
  'NO_EMAIL',
  'NO_PROVIDER',
  'PUSH_REFUSED',
  'ACKNOWLEDGED',
  'RESOLVED',
  'NO_ACCESS',
] as const;

function isDetailCode(code: string): code is DetailCode {
  return Object.hasOwn(DETAILS, code);
}

/** The words of incidents that follow from codes. */
export function useIncidentWords() {
  const { t } = useTranslation('on-call');
  const messages = useMessageWords();
  const detail = (kind: IncidentKind, code: string) => {
    if (isDetailCode(code)) return t(`detail.${code}`);
    return kind === 'MESSAGE_UNDELIVERABLE' ? messages.error(code) : code;
  };
  return {
    details: ({ kind, details }: Pick<Incident, 'kind' | 'details'>) =>
      details.map((code) => detail(kind, code)).filter((text) => text !== ''),
    /** Why a notice failed or was skipped; empty without a reason. */
    noticeError: ({ error }: Pick<Notice, 'error'>) => {
      if (error === null || error === '') return '';
      const errorCode = NOTICE_ERRORS.find((code) => code === error);
      return errorCode === undefined ? messages.error(error) : t(`notice.error.${errorCode}`);
    },
  };
}

type Subject = Pick<Incident, 'storeId' | 'reservationId' | 'doorId' | 'doorName' | 'roomId'>;

/** The screens on which a person acts on the incident, the most useful one first; none for a test. */
export function incidentTargets({ storeId, reservationId, doorId, doorName, roomId }: Subject) {
  const ofDoor = doorName === null ? '' : `&q=${encodeURIComponent(doorName)}`;
  const targets = [
    reservationId !== null && {
      what: 'reservation' as const,
      path: `/dashboard/reservation?store=${storeId}&reservation=${reservationId}`,
    },
    doorId !== null && { what: 'door' as const, path: `/dashboard/door?store=${storeId}${ofDoor}` },
    roomId !== null && { what: 'room' as const, path: `/dashboard/room/${roomId}` },
  ].filter((target) => target !== false);
  // The room is shown on the screens of the other two.
  return targets.length > 1 ? targets.filter(({ what }) => what !== 'room') : targets;
}
