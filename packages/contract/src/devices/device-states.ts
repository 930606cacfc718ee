import { z } from 'zod';

/** States and abilities of the devices of a room. A door's lock is not one of them and has separate types. */

export const DEVICE_KINDS = ['SWITCH', 'LIGHT', 'CLIMATE', 'BINARY_SENSOR', 'SENSOR', 'BUTTON'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];
export const CLIMATE_MODES = ['OFF', 'AUTO', 'COOL', 'HEAT', 'DRY', 'FAN_ONLY'] as const;
export type ClimateMode = (typeof CLIMATE_MODES)[number];

/** Degrees Celsius. The range covers every device. */
const temperature = z.number().min(-50).max(100);

/** The present state of a device. It contains only the members that the device has and has reported. */
export const deviceState = z.object({
  isOn: z.boolean().optional(),
  /** Brightness in per cent. */
  brightness: z.number().int().min(0).max(100).optional(),
  mode: z.enum(CLIMATE_MODES).optional(),
  targetTemperature: temperature.optional(),
  currentTemperature: z.number().optional(),
  /** For a binary sensor: whether a person is present or the window is open, as its `sensorClass` says. */
  isActive: z.boolean().optional(),
  /** The measurement of a sensor, in its `unit`. */
  value: z.number().optional(),
  /** The last event of a button: `single`, `hold`. */
  lastEvent: z.string().optional(),
});
export type DeviceState = z.infer<typeof deviceState>;

/** The state that a person or a rule can request. */
export const requestedState = z
  .strictObject({
    isOn: z.boolean().optional(),
    brightness: z.number().int().min(1).max(100).optional(),
    mode: z.enum(CLIMATE_MODES).optional(),
    targetTemperature: temperature.multipleOf(0.5).optional(),
    /** For a button: press it once. */
    press: z.literal(true).optional(),
  })
  .refine((item) => Object.keys(item).length > 0, 'must ask for something');
export type RequestedState = z.infer<typeof requestedState>;

/** The abilities of a device, as it announced them or as its driver knows them. */
export const deviceTraits = z.object({
  /** The light can be dimmed. */
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
