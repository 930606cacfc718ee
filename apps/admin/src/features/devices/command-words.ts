import type { Command, DeviceState, HistoryAction, HistoryStatus, OperationSource } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { hasFailed } from './command-steps.ts';

/** Describes a command in words: its action, its result, and the next step after a failure. */
export function useCommandWords() {
  const { t, i18n } = useTranslation('devices');
  const format = useFormat();
  /** A value of the server or of the device, translated if it is known. */
  const word = (list: 'climate' | 'event' | 'said', text: string) =>
    i18n.exists(`${list}.${text}`, { ns: 'devices' }) ? t(`${list}.${text}`) : text;
  /** A state such as `켜짐, 밝기 40%`; empty without known members. */
  const state = (deviceState: DeviceState) =>
    Object.entries(deviceState)
      .map(([name, value]) => {
        if (typeof value === 'boolean') return t(`state.${name}.${value}`);
        const said =
          name === 'mode'
            ? word('climate', String(value))
            : name === 'lastEvent'
              ? word('event', String(value))
              : value;
        return t(`state.${name}`, { value: said });
      })
      .join(', ');
  /** The name of the person or thing, or its kind without a name. */
  const cause = ({ label, kind }: Command['cause']) => {
    if (label === '') return t(`cause.${kind}`);
    return kind === 'AUTOMATION' && i18n.exists(`rule.${label}`, { ns: 'devices' })
      ? t(`rule.${label as 'relock'}`)
      : label;
  };
  return {
    state,
    action: (action: HistoryAction) => t(`action.${action}`),
    status: (status: HistoryStatus) => t(`status.${status}`),
    source: (source: OperationSource) => t(`source.${source}`),
    cause,
    /** Why it happened, in a sentence (NX-10). */
    why: ({ cause: its, source }: Command) => t(`why.${its.kind}`, { name: cause(its), source: t(`source.${source}`) }),
    /** A device's answer among the steps of a command: a word, or a state as JSON. */
    said: (note: string) => {
      const reported = stateIn(note);
      if (reported !== null) return state(reported);
      const [, code] = /^error (-?\d+)$/.exec(note) ?? [];
      return code === undefined ? word('said', note) : t('saidError', { code });
    },
    ms: (value: number) => t('ms', { value: format.number(value) }),
    /** `null` when nothing went wrong. */
    failure: (command: Command) => {
      if (command.error !== null)
        return { what: t(`error.${command.error.code}`), next: t(`next.${command.error.code}`) };
      return hasFailed(command) ? { what: t(`status.${command.status}`), next: '' } : null;
    },
  };
}

const STATE_NAMES: Readonly<Record<keyof DeviceState, true>> = {
  isOn: true,
  brightness: true,
  mode: true,
  targetTemperature: true,
  currentTemperature: true,
  isActive: true,
  value: true,
  lastEvent: true,
};

/** A device's state that the server wrote into a note; `null` if the note is a device's own text. */
function stateIn(note: string): DeviceState | null {
  try {
    const value: unknown = JSON.parse(note);
    return typeof value === 'object' && value !== null && Object.keys(value).every((name) => name in STATE_NAMES)
      ? value
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
