import type { CommandErrorCode, DeviceKind, DeviceState, DeviceTraits, ModeEntry, ModeState } from '@munjigi/contract';
import { refusalsOf, type LockedDevice } from '../room-devices/index.ts';

export interface Wanted {
  readonly target: LockedDevice;
  readonly state: ModeState;
}

/** What a mode asks of each device of a room: the device's own entry, or else that of its kind; of others nothing. */
export function wantedOf(states: readonly ModeEntry[], devices: readonly LockedDevice[]): Wanted[] {
  return devices.flatMap((target): Wanted[] => {
    const own = states.find((entry) => 'deviceId' in entry && entry.deviceId === target.link.target_id);
    if (own) return [{ target, state: own.state }];
    const ofKind = states.find((entry) => 'kind' in entry && entry.kind === target.device.kind);
    return ofKind ? [{ target, state: asFarAsItGoes(target.device.traits as DeviceTraits, ofKind.state) }] : [];
  });
}

/** Why the device gets no command: an empty state comes from an undo that does not know the former one. `null`: it gets one. */
export function refusalOf({ target: { device }, state }: Wanted): CommandErrorCode | null {
  if (Object.keys(state).length === 0) return 'FORMER_STATE_UNKNOWN';
  return refusalsOf(device.kind as DeviceKind, device.traits as DeviceTraits, state).length > 0 ? 'NOT_SUPPORTED' : null;
}

/** What a command must set so that the device is again as it was; empty if the server knew nothing of it. */
export function settableStateOf({ isOn, brightness, mode, targetTemperature }: DeviceState, traits: DeviceTraits): ModeState {
  return {
    ...(isOn !== undefined && { isOn }),
    ...(isOn !== false && brightness !== undefined && brightness > 0 && traits.hasBrightness && { brightness }),
    ...(mode !== undefined && { mode }),
    ...(targetTemperature !== undefined && mode !== 'OFF' && { targetTemperature }),
  };
}

/** A lamp without a dimmer is on where the others are dimmed; an air conditioner without a thermostat is in its mode. */
function asFarAsItGoes(traits: DeviceTraits, state: ModeState): ModeState {
  const { brightness, targetTemperature, ...rest } = state;
  const isThermostat = traits.minTemperature !== undefined && traits.maxTemperature !== undefined;
  const fitted: ModeState = {
    ...rest,
    ...(brightness === undefined ? {} : traits.hasBrightness ? { brightness } : { isOn: true }),
    ...(targetTemperature !== undefined && isThermostat && { targetTemperature }),
  };
  return Object.keys(fitted).length > 0 ? fitted : state;
}
