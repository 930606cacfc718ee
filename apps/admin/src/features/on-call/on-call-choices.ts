import type { IncidentKind, OnCallChannel, OnCallCondition } from '@munjigi/contract';
import type { ToneStyle } from '../../ui/tone-chip.tsx';

/** Lists every value of a type; a missing one does not compile. */
type AllOf<Value extends string, Info = true> = Readonly<Record<Value, Info>>;

/** The icon and the colour of each kind, which only add to its words. */
export const KIND_TONES: AllOf<IncidentKind, ToneStyle> = {
  READINESS: ['reservation', 'error.main'],
  DOOR_OFFLINE: ['door', 'error.main'],
  OVERRUN: ['history', 'warning.main'],
  ALARM: ['warning', 'error.main'],
  REFUND_FAILED: ['payments', 'warning.main'],
  MESSAGE_UNDELIVERABLE: ['notification', 'warning.main'],
  CODE_FLOOD: ['warning', 'warning.main'],
  TEST: ['support', 'info.main'],
};
const CONDITIONS: AllOf<OnCallCondition> = {
  READINESS: true,
  DOOR_OFFLINE: true,
  OVERRUN: true,
  ALARM: true,
  REFUND_FAILED: true,
  MESSAGE_UNDELIVERABLE: true,
  CODE_FLOOD: true,
};
const CHANNELS: AllOf<OnCallChannel> = { PUSH: true, SMS: true, EMAIL: true };

export const INCIDENT_KIND_CHOICES = Object.keys(KIND_TONES) as readonly IncidentKind[];
export const CONDITION_CHOICES = Object.keys(CONDITIONS) as readonly OnCallCondition[];
export const CHANNEL_CHOICES = Object.keys(CHANNELS) as readonly OnCallChannel[];

/** The limits of the contract. */
export const STEP_LIMIT = 5;
export const STEP_PEOPLE_LIMIT = 10;
export const STEP_MINUTES_LIMIT = 240;
