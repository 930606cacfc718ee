import type { DeviceKind, DeviceTraits, FieldProblem, RequestedState } from '@munjigi/contract';
import { listKeys } from '../../list-keys.ts';

const SETTABLE: Record<DeviceKind, readonly (keyof RequestedState)[]> = {
  SWITCH: ['isOn'],
  LIGHT: ['isOn', 'brightness'],
  CLIMATE: ['mode', 'targetTemperature'],
  BINARY_SENSOR: [],
  SENSOR: [],
  BUTTON: ['press'],
};

/** The members of a requested state that the device does not support, by field; empty: it supports all of them. */
export function refusalsOf(kind: DeviceKind, traits: DeviceTraits, requested: RequestedState): FieldProblem[] {
  const errors: FieldProblem[] = [];
  const refuse = (path: keyof RequestedState, code: string, message: string) =>
    void errors.push({ path, code, message });
  for (const key of listKeys(requested)) {
    if (!SETTABLE[kind].includes(key)) refuse(key, 'not_supported', 'The device cannot do this');
  }
  if (errors.length > 0) return errors;
  const { brightness, isOn, mode, targetTemperature } = requested;
  if (brightness !== undefined && !traits.hasBrightness)
    refuse('brightness', 'not_supported', 'The light cannot be dimmed');
  else if (brightness !== undefined && isOn === false)
    refuse('brightness', 'contradictory', 'A light that is off has no brightness');
  if (mode !== undefined && traits.modes?.includes(mode) === false)
    refuse('mode', 'not_supported', 'The device has no such mode');
  if (targetTemperature === undefined) return errors;
  const { minTemperature, maxTemperature, temperatureStep = 0.5 } = traits;
  if (minTemperature === undefined || maxTemperature === undefined) {
    refuse('targetTemperature', 'not_supported', 'The device takes no temperature');
  } else if (targetTemperature < minTemperature || targetTemperature > maxTemperature) {
    refuse('targetTemperature', 'out_of_range', `It takes ${minTemperature} to ${maxTemperature} °C`);
  } else if (isOff(targetTemperature / temperatureStep)) {
    refuse('targetTemperature', 'off_step', `It goes in steps of ${temperatureStep} °C`);
  }
  return errors;
}

function isOff(steps: number): boolean {
  return Math.abs(steps - Math.round(steps)) > 1e-6;
}
