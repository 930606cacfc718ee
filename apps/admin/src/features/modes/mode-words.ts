import type { ModeEntry, ModePurpose } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useCommandWords } from '../devices/index.ts';
import { isKind, type KnownDevices } from './mode-draft.ts';

/** Describes a mode: which state it sets for which devices. */
export function useModeWords(devices: KnownDevices, rooms: readonly { readonly id: string; readonly name: string }[]) {
  const { t } = useTranslation('modes');
  const { state } = useCommandWords();
  const target = (text: string) => {
    if (isKind(text)) return t(`every.${text}`);
    const device = devices.find((candidate) => candidate.id === text);
    if (device === undefined) return t('goneDevice');
    return `${rooms.find((room) => room.id === device.roomId)?.name ?? ''} ${device.name}`.trim();
  };
  return {
    target,
    purpose: (modePurpose: ModePurpose | null) => t(modePurpose === null ? 'purposeNone' : `purposes.${modePurpose}`),
    states: (entries: readonly ModeEntry[]) =>
      entries
        .map((entry) => `${target('deviceId' in entry ? entry.deviceId : entry.kind)} ${state(entry.state)}`)
        .join(' · '),
  };
}
