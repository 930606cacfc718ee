import type { ClimateMode, Device, Mode, ModeEntry, ModeKind, ModePurpose, ModeState } from '@munjigi/contract';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { wholeNumber } from '../../ui/form/numbers.ts';

/** The state that a mode sets for one kind of device, or for one device, as it is typed. */
export interface EntryDraft {
  /** A kind, or a device's id. */
  readonly target: string;
  readonly kind: ModeKind;
  readonly isOn: boolean;
  /** Per cent; empty: unchanged. */
  readonly brightness: string;
  readonly mode: ClimateMode;
  /** °C; empty: unchanged. */
  readonly temperature: string;
}

export interface ModeDraft {
  readonly name: string;
  readonly isEverywhere: boolean;
  /** Empty: applied manually. */
  readonly purpose: ModePurpose | '';
  readonly entries: readonly EntryDraft[];
}

export interface ModeBody {
  readonly storeId: string | null;
  readonly name: string;
  readonly states: ModeEntry[];
  readonly purpose: ModePurpose | null;
}

export type KnownDevices = readonly Pick<Device, 'id' | 'name' | 'kind' | 'roomId' | 'traits'>[];

/** The kinds as in the contract, whose own list would load its schemas into the browser. */
export const MODE_KIND_CHOICES: readonly ModeKind[] = ['LIGHT', 'SWITCH', 'CLIMATE'];
export const PURPOSES: readonly ModePurpose[] = ['STANDBY', 'IN_USE', 'ENDING', 'CLEANING'];
export const CLIMATE_CHOICE: readonly ClimateMode[] = ['OFF', 'AUTO', 'COOL', 'HEAT', 'DRY', 'FAN_ONLY'];
export const NEW_MODE_ID = 'new';

export function newMode(storeId: string): Mode {
  return {
    id: NEW_MODE_ID,
    storeId,
    name: '',
    states: [{ kind: 'LIGHT', state: { isOn: true } }],
    purpose: null,
    version: 1,
  };
}

export function isKind(target: string): target is ModeKind {
  return (MODE_KIND_CHOICES as readonly string[]).includes(target);
}

export function newEntry(target: string, devices: KnownDevices): EntryDraft {
  return { target, kind: kindOf(target, {}, devices), isOn: true, brightness: '', mode: 'COOL', temperature: '' };
}

export function toModeDraft(mode: Mode, devices: KnownDevices): ModeDraft {
  return {
    name: mode.name,
    isEverywhere: mode.storeId === null,
    purpose: mode.purpose ?? '',
    entries: mode.states.map((entry): EntryDraft => {
      const target = 'deviceId' in entry ? entry.deviceId : entry.kind;
      const { isOn = true, brightness, mode: climate = 'COOL', targetTemperature } = entry.state;
      return {
        target,
        kind: kindOf(target, entry.state, devices),
        isOn,
        brightness: brightness === undefined ? '' : String(brightness),
        mode: climate,
        temperature: targetTemperature === undefined ? '' : String(targetTemperature),
      };
    }),
  };
}

/** The kind of a target; for a device that no longer exists it follows from the state. */
function kindOf(target: string, state: ModeState, devices: KnownDevices): ModeKind {
  if (isKind(target)) return target;
  const kind = devices.find((device) => device.id === target)?.kind;
  if (kind !== undefined && isKind(kind)) return kind;
  if (state.mode !== undefined || state.targetTemperature !== undefined) return 'CLIMATE';
  return state.brightness === undefined ? 'SWITCH' : 'LIGHT';
}

export function toModeBody(draft: ModeDraft, storeId: string): ModeBody {
  return {
    storeId: draft.isEverywhere ? null : storeId,
    name: draft.name.trim(),
    purpose: draft.purpose === '' ? null : draft.purpose,
    states: draft.entries.map((entry): ModeEntry =>
      isKind(entry.target)
        ? { kind: entry.target, state: stateOf(entry) }
        : { deviceId: entry.target, state: stateOf(entry) },
    ),
  };
}

function stateOf({ kind, isOn, brightness, mode, temperature }: EntryDraft): ModeState {
  if (kind === 'CLIMATE')
    return { mode, ...(mode !== 'OFF' && temperature !== '' && { targetTemperature: Number(temperature) }) };
  return { isOn, ...(kind === 'LIGHT' && isOn && brightness !== '' && { brightness: Number(brightness) }) };
}

/** The problems of a draft, by the contract's paths. */
export function checkMode(
  { name, entries }: ModeDraft,
  say: (key: string, values: Record<string, number>) => string,
): FieldErrors {
  const errors: Record<string, string> = {};
  if (name.trim() === '') errors['name'] = say('form:required', {});
  if (entries.length === 0) errors['states'] = say('noEntry', {});
  for (const [at, { kind, isOn, brightness, mode, temperature }] of entries.entries()) {
    if (kind === 'LIGHT' && isOn && brightness !== '' && wholeNumber(brightness, 1, 100) === null)
      errors[`states.${at}.state.brightness`] = say('form:whole', { min: 1, max: 100 });
    if (kind === 'CLIMATE' && mode !== 'OFF' && temperature !== '' && !isTemperature(temperature))
      errors[`states.${at}.state.targetTemperature`] = say('badTemperature', {});
  }
  return errors;
}

function isTemperature(text: string): boolean {
  const value = Number(text);
  return Number.isInteger(value * 2) && value >= -50 && value <= 100;
}
