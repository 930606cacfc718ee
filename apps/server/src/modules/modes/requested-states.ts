import type { CommandErrorCode, DeviceState, DeviceTraits, ModeEntry, ModeState } from '@munjigi/contract';
import { refusalsOf, type LockedDevice } from '../room-devices/index.ts';

export interface TargetState {
  readonly target: LockedDevice;
  readonly state: ModeState;
}

/**
 * The state of a mode for each device of a room: the entry of the device, or else that of its kind. A device without an
 * entry is left out.
 */
export function resolveRequestedStates(states: readonly ModeEntry[], devices: readonly LockedDevice[]): TargetState[] {
  return devices.flatMap((target): TargetState[] => {
    const own = states.find((entry) => 'deviceId' in entry && entry.deviceId === target.link.target_id);
    if (own) return [{ target, state: own.state }];
    const ofKind = states.find((entry) => 'kind' in entry && entry.kind === target.device.kind);
    return ofKind ? [{ target, state: asFarAsItGoes(target.device.traits, ofKind.state) }] : [];
  });
}

/**
 * Why the device gets no command; `null`: it gets one. An empty state comes from an undo that does not know the former
 * state.
 */
export function findCommandRefusal({ target: { device }, state }: TargetState): CommandErrorCode | null {
  if (Object.keys(state).length === 0) return 'FORMER_STATE_UNKNOWN';
  return refusalsOf(device.kind, device.traits, state).length > 0 ? 'NOT_SUPPORTED' : null;
}

/** The state that a command must set to restore a former state; empty if the server does not know it. */
export function toSettableState(
  { isOn, brightness, mode, targetTemperature }: DeviceState,
  traits: DeviceTraits,
): ModeState {
  return {
    ...(isOn !== undefined && { isOn }),
    ...(isOn !== false && brightness !== undefined && brightness > 0 && traits.hasBrightness && { brightness }),
    ...(mode !== undefined && { mode }),
    ...(targetTemperature !== undefined && mode !== 'OFF' && { targetTemperature }),
  };
}

/**
 * Reduces the state of a kind to what the device supports. A lamp without a dimmer is switched on where others are
 * dimmed; an air conditioner without a thermostat gets its mode only.
 */
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
