import { z } from 'zod';

/** What a device of a room is and can be. A door's lock is no device of a room: doors have words of their own. */

export const DEVICE_KINDS = ['SWITCH', 'LIGHT', 'CLIMATE', 'BINARY_SENSOR', 'SENSOR', 'BUTTON'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];
export const CLIMATE_MODES = ['OFF', 'AUTO', 'COOL', 'HEAT', 'DRY', 'FAN_ONLY'] as const;
export type ClimateMode = (typeof CLIMATE_MODES)[number];

/** °C in steps that no device goes below. */
const temperature = z.number().min(-50).max(100);

/** What a device is at the moment. Only what it has, and has told, is there. */
export const deviceState = z.object({
  isOn: z.boolean().optional(),
  /** Per cent. */
  brightness: z.number().int().min(0).max(100).optional(),
  mode: z.enum(CLIMATE_MODES).optional(),
  targetTemperature: temperature.optional(),
  currentTemperature: z.number().optional(),
  /** Of a binary sensor: somebody is there, the window is open, as its `sensorClass` says. */
  isActive: z.boolean().optional(),
  /** Of a sensor, in its `unit`. */
  value: z.number().optional(),
  /** The last thing that was done at a button: `single`, `hold`. */
  lastEvent: z.string().optional(),
});
export type DeviceState = z.infer<typeof deviceState>;

/** What a person or a rule can ask of a device. */
export const wantedState = z
  .strictObject({
    isOn: z.boolean().optional(),
    brightness: z.number().int().min(1).max(100).optional(),
    mode: z.enum(CLIMATE_MODES).optional(),
    targetTemperature: temperature.multipleOf(0.5).optional(),
    /** Of a button: press it once. */
    press: z.literal(true).optional(),
  })
  .refine((it) => Object.keys(it).length > 0, 'must ask for something');
export type WantedState = z.infer<typeof wantedState>;

/** What this one of its kind can do, as it said of itself or as its driver knows. */
export const deviceTraits = z.object({
  /** It can be dimmed. */
  hasBrightness: z.boolean().optional(),
  modes: z.array(z.enum(CLIMATE_MODES)).optional(),
  minTemperature: z.number().optional(),
  maxTemperature: z.number().optional(),
  temperatureStep: z.number().optional(),
  /** Home Assistant's device class: `occupancy`, `door`, `temperature`. */
  sensorClass: z.string().optional(),
  unit: z.string().optional(),
});
export type DeviceTraits = z.infer<typeof deviceTraits>;
