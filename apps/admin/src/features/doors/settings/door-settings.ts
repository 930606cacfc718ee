import type { Door, Room } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';

/** A door's settings as they are typed. Empty means the store's access window, or no alarm. */
export interface DoorSettingsDraft {
  readonly name: string;
  /** Empty: an entrance of the store itself. */
  readonly roomId: string;
  readonly openSeconds: string;
  readonly accessBefore: string;
  readonly accessAfter: string;
  readonly spareCodes: string;
  readonly leftOpenSeconds: string;
  readonly offlineSeconds: string;
  readonly batteryPercent: string;
  readonly forced: boolean;
  readonly jammed: boolean;
}
export type DoorSettingsField = keyof DoorSettingsDraft;

export function toDoorSettingsDraft({
  name,
  roomId,
  openSeconds,
  accessBeforeMinutes,
  accessAfterMinutes,
  alarms,
  spareCodes,
}: Door): DoorSettingsDraft {
  const typed = (value: number | null) => (value === null ? '' : String(value));
  return {
    name,
    roomId: roomId ?? '',
    openSeconds: String(openSeconds),
    accessBefore: typed(accessBeforeMinutes),
    accessAfter: typed(accessAfterMinutes),
    spareCodes: String(spareCodes),
    leftOpenSeconds: typed(alarms.leftOpenSeconds),
    offlineSeconds: typed(alarms.offlineSeconds),
    batteryPercent: typed(alarms.batteryPercent),
    forced: alarms.forced,
    jammed: alarms.jammed,
  };
}

export type DoorSettings = ReturnType<typeof toDoorSettingsBody>;

export function toDoorSettingsBody(draft: DoorSettingsDraft) {
  const number = (text: string) => (text.trim() === '' ? null : Number(text));
  return {
    name: draft.name.trim(),
    roomId: draft.roomId === '' ? null : draft.roomId,
    openSeconds: Number(draft.openSeconds),
    accessBeforeMinutes: number(draft.accessBefore),
    accessAfterMinutes: number(draft.accessAfter),
    spareCodes: Number(draft.spareCodes),
    alarms: {
      leftOpenSeconds: number(draft.leftOpenSeconds),
      offlineSeconds: number(draft.offlineSeconds),
      batteryPercent: number(draft.batteryPercent),
      forced: draft.forced,
      jammed: draft.jammed,
    },
  };
}

const RANGES = {
  openSeconds: [1, 600],
  accessBefore: [0, 240],
  accessAfter: [0, 240],
  spareCodes: [0, 5],
  leftOpenSeconds: [10, 3600],
  offlineSeconds: [10, 86_400],
  batteryPercent: [1, 90],
} as const;

/** The problems of a draft, by field; the values are keys of their words. */
export function checkDoorSettings(draft: DoorSettingsDraft): ReadonlyMap<DoorSettingsField, string> {
  const errors = new Map<DoorSettingsField, string>();
  if (draft.name.trim() === '' || draft.name.trim().length > 60) errors.set('name', 'edit.nameInvalid');
  for (const [field, [min, max]] of Object.entries(RANGES) as [keyof typeof RANGES, readonly [number, number]][]) {
    const text = draft[field].trim();
    if (text === '' && field !== 'openSeconds' && field !== 'spareCodes') continue;
    if (!/^\d{1,5}$/.test(text) || Number(text) < min || Number(text) > max) errors.set(field, `edit.${field}Invalid`);
  }
  return errors;
}

/** All settings in words, to show two versions side by side; `keepsCodes`: whether its lock keeps codes. */
export function useDoorSettingsWords(
  rooms: readonly Room[],
  keepsCodes: boolean,
): (draft: DoorSettingsDraft) => readonly (readonly [label: string, value: string])[] {
  const { t } = useTranslation('doors');
  const value = (text: string, unit: string, none: string) => (text === '' ? t(none) : `${text}${t(unit)}`);
  const ring = (isOn: boolean) => t(isOn ? 'edit.on' : 'edit.off');
  return (draft) => [
    [t('edit.name'), draft.name.trim()],
    [
      t('edit.place'),
      draft.roomId === '' ? t('storeDoor') : (rooms.find((room) => room.id === draft.roomId)?.name ?? ''),
    ],
    [t('edit.openSeconds'), `${draft.openSeconds}${t('edit.seconds')}`],
    [t('edit.accessBefore'), value(draft.accessBefore, 'edit.minutes', 'edit.asStore')],
    [t('edit.accessAfter'), value(draft.accessAfter, 'edit.minutes', 'edit.asStore')],
    ...(keepsCodes ? [[t('edit.spareCodes'), draft.spareCodes] as const] : []),
    [t('edit.leftOpenSeconds'), value(draft.leftOpenSeconds, 'edit.seconds', 'edit.off')],
    [t('edit.offlineSeconds'), value(draft.offlineSeconds, 'edit.seconds', 'edit.off')],
    [t('edit.batteryPercent'), value(draft.batteryPercent, 'edit.percent', 'edit.off')],
    [t('edit.forced'), ring(draft.forced)],
    [t('edit.jammed'), ring(draft.jammed)],
  ];
}
