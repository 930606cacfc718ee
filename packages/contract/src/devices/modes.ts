import { z } from 'zod';
import { command } from './commands.ts';
import { CLIMATE_MODES } from './device-states.ts';
import { endpoint } from '../endpoint.ts';
import {
  growingListOf,
  id,
  instant,
  isInReach,
  listOf,
  OUT_OF_REACH,
  paging,
  singleLine,
  sortBy,
  version,
} from '../fields.ts';

/**
 * The kinds of devices that a mode can set all at once in a room. A sensor accepts no state, and pressing a button is
 * not a state.
 */
export const MODE_KINDS = ['SWITCH', 'LIGHT', 'CLIMATE'] as const;
export type ModeKind = (typeof MODE_KINDS)[number];

/**
 * The purpose for which a mode is applied automatically (DR-6): a mode of the store, or one for all stores if the store
 * has none.
 */
export const MODE_PURPOSES = ['STANDBY', 'IN_USE', 'ENDING', 'CLEANING'] as const;
export type ModePurpose = (typeof MODE_PURPOSES)[number];

/** The state of a device while its room is in the mode. */
const modeState = z
  .strictObject({
    isOn: z.boolean().optional(),
    brightness: z.number().int().min(1).max(100).optional(),
    mode: z.enum(CLIMATE_MODES).optional(),
    targetTemperature: z.number().min(-50).max(100).multipleOf(0.5).optional(),
  })
  .refine((item) => Object.keys(item).length > 0, 'must ask for something');
export type ModeState = z.infer<typeof modeState>;

const modeEntry = z.union([
  /** Every device of this kind in the room that is not named individually. */
  z.strictObject({ kind: z.enum(MODE_KINDS), state: modeState }),
  /** The state of one named device, when it is in the room. */
  z.strictObject({ deviceId: id, state: modeState }),
]);
export type ModeEntry = z.infer<typeof modeEntry>;

/** A named preset of device states (RM-5). */
export const mode = z.object({
  id,
  /** The store of the mode; `null`: for every store of the product. */
  storeId: id.nullable(),
  name: z.string(),
  states: z.array(modeEntry),
  /** `null`: only people apply the mode. */
  purpose: z.enum(MODE_PURPOSES).nullable(),
  version,
});
export type Mode = z.infer<typeof mode>;

/** A run of a mode in a room, with the result at each device. */
export const modeRun = z.object({
  id,
  storeId: id,
  roomId: id,
  /** The mode that the room has since this run. `null`: none, after the undo of the room's first mode. */
  modeId: id.nullable(),
  /** The name of the mode at that time. */
  modeName: z.string().nullable(),
  /** The run that this one undid; `null` if it applied a mode. */
  undoesRunId: id.nullable(),
  startedAt: instant,
  startedBy: z.string(),
  /** The last command to each device, sorted by the name of the device; a retry replaces the failed command. */
  commands: z.array(command),
});
export type ModeRun = z.infer<typeof modeRun>;

const states = z.array(modeEntry).min(1).max(100);

export const listModes = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/mode',
  summary: 'Modes by name: those of the store and those of every store (RM-5)',
  access: 'devices:read',
  query: z.strictObject({ ...paging, sort: sortBy('name'), storeId: id.optional() }),
  reply: listOf(mode),
});

export const createMode = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/mode',
  summary: 'Create a mode of a store, or of all stores, which needs access to all of them',
  access: 'devices:configure',
  body: z.strictObject({
    storeId: id.nullable(),
    name: singleLine(40),
    states,
    purpose: z.enum(MODE_PURPOSES).nullable().optional(),
  }),
  reply: mode,
});

export const editMode = endpoint({
  method: 'PATCH',
  path: '/api/v2/{product}/mode/{modeId}',
  summary: 'Change the name or the states of a mode',
  access: 'devices:configure',
  body: z.strictObject({
    version,
    name: singleLine(40).optional(),
    states: states.optional(),
    purpose: z.enum(MODE_PURPOSES).nullable().optional(),
  }),
  reply: mode,
  problems: ['STALE'],
});

export const deleteMode = endpoint({
  method: 'DELETE',
  path: '/api/v2/{product}/mode/{modeId}',
  summary: 'Delete a mode; rooms stay as they are',
  access: 'devices:configure',
  reply: mode,
});

export const applyMode = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/mode/apply',
  summary:
    'Apply a mode to a room: send each device its state. Answers with the sent commands; their results arrive as `command.changed`',
  access: 'devices:control',
  body: z.strictObject({ roomId: id, modeId: id }),
  reply: modeRun,
  problems: ['ROOM_ARCHIVED'],
});

export const listModeRuns = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/mode/run',
  summary: 'Modes that were applied to a room with the result at each device, latest first',
  access: 'devices:read',
  query: z.strictObject({ ...paging, sort: sortBy('startedAt'), roomId: id }).refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(modeRun),
});

export const retryModeRun = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/mode/run/{runId}/retry',
  summary: 'Send the state again to the devices that did not take it. Only for the latest mode of a room',
  access: 'devices:control',
  body: z.strictObject({}),
  reply: modeRun,
  problems: ['ROOM_ARCHIVED', 'STATE_NOT_ALLOWED'],
});

export const undoModeRun = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/mode/run/{runId}/undo',
  summary:
    'Undo a mode of a room: send its devices the states that they had before it, and restore the mode that the room had before, or none. Refused with STALE after any other mode of the room or change of one of these devices. Answers with the undo, which is a separate run',
  access: 'devices:control',
  body: z.strictObject({}),
  reply: modeRun,
  problems: ['ROOM_ARCHIVED', 'STALE', 'STATE_NOT_ALLOWED'],
});
