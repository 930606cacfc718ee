import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, listOf, paging, singleLine, sortBy, text, version } from '../fields.ts';
import { ROOM_STATES } from './room-values.ts';

/** What the sensors of a room for people say. `UNKNOWN`: none of them is online and has reported. */
export const ROOM_PRESENCES = ['PERSON', 'CLEAR', 'UNKNOWN'] as const;
export type RoomPresence = (typeof ROOM_PRESENCES)[number];

/** The purpose of a block. */
export const BLOCK_REASONS = ['CLEANING', 'REPAIR', 'OTHER'] as const;
export type BlockReason = (typeof BLOCK_REASONS)[number];

const photo = z.object({ id, width: z.number().int(), height: z.number().int() });
export type RoomPhoto = z.infer<typeof photo>;

export const room = z.object({
  id,
  storeId: id,
  name: z.string(),
  capacity: z.number().int().positive(),
  description: z.string(),
  /** Empty: guests read the Korean one (GP-12). */
  descriptionEn: z.string(),
  amenities: z.array(z.string()),
  /** How a guest finds the room inside the store (GP-2). */
  guestDirections: z.string(),
  guestDirectionsEn: z.string(),
  order: z.number().int(),
  /** A joined room blocks these rooms and is blocked by them. */
  partRoomIds: z.array(id),
  photos: z.array(photo),
  archivedAt: instant.nullable(),
  state: z.enum(ROOM_STATES),
  /** Until when the state is planned to last, with `RESERVED`, `IN_USE`, `SEEN_EMPTY`, `CLEANING` and `BLOCKED`. */
  stateUntil: instant.nullable(),
  /** The reservation or block that the state comes from. */
  presentReservationId: id.nullable(),
  /** `null`: the room has no sensor for people. */
  presence: z.enum(ROOM_PRESENCES).nullable(),
  /** A stay may start now: neither a reservation, its buffer, a closure nor an emergency takes the room. */
  isBookable: z.boolean(),
  /** With `BLOCKED`: the purpose of the block. `null`: a closure of the store or of the room. */
  blockReason: z.enum(BLOCK_REASONS).nullable(),
  /** Start of the next reservation or block, after now. */
  nextStartsAt: instant.nullable(),
  /** Start of the next guest's reservation, after now: blocks and closures do not count. */
  nextGuestStartsAt: instant.nullable(),
  /**
   * A guest who is still inside after the end of the stay, here, in a part, or in the room that this one is part of (NX-4),
   * and from when on that counts as an overrun.
   */
  overrun: z.object({ reservationId: id, since: instant, reportedFrom: instant }).nullable(),
  version,
});
export type Room = z.infer<typeof room>;

export const listRooms = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/room',
  summary: 'Rooms in the order of their store, with their present state (RM-1)',
  access: 'rooms:read',
  query: z.strictObject({
    ...paging,
    sort: sortBy('order', 'name', 'capacity'),
    storeId: id.optional(),
    archived: z.enum(['no', 'only', 'all']).default('no'),
  }),
  reply: listOf(room),
});

export const getRoom = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/room/{roomId}',
  summary: 'One room',
  access: 'rooms:read',
  reply: room,
});

const details = {
  name: singleLine(60),
  capacity: z.number().int().min(1).max(200),
  description: text(2000, 0),
  descriptionEn: text(2000, 0),
  amenities: z.array(singleLine(30)).max(30),
  guestDirections: text(500, 0),
  guestDirectionsEn: text(500, 0),
  partRoomIds: z.array(id).max(50),
};

export const createRoom = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/room',
  summary: "Create a room, as the last in its store's order",
  access: 'rooms:write',
  body: z.strictObject({
    storeId: id,
    ...details,
    description: details.description.default(''),
    descriptionEn: details.descriptionEn.default(''),
    amenities: details.amenities.default([]),
    guestDirections: details.guestDirections.default(''),
    guestDirectionsEn: details.guestDirectionsEn.default(''),
    partRoomIds: details.partRoomIds.default([]),
  }),
  reply: room,
  problems: ['ROOM_PARTS_INVALID'],
});

/** The most rooms that are created at a time. */
const MOST_NEW_ROOMS = 50;

export const createRooms = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/room/several',
  summary: 'Create several rooms of one capacity, all or none, as the last in the order of their store (RM-20)',
  access: 'rooms:write',
  body: z.strictObject({
    storeId: id,
    names: z
      .array(details.name)
      .min(2)
      .max(MOST_NEW_ROOMS)
      .refine((names) => new Set(names).size === names.length, 'a name is given twice'),
    capacity: details.capacity,
  }),
  reply: z.object({ items: z.array(room) }),
});

export const editRoom = endpoint({
  method: 'PATCH',
  path: '/api/v2/{product}/room/{roomId}',
  summary: 'Change a room. New parts that would make reservations overlap are refused with their list',
  access: 'rooms:write',
  body: z.strictObject({ ...z.object(details).partial().shape, version }),
  reply: room,
  problems: ['STALE', 'ROOM_PARTS_INVALID', 'WOULD_STRAND'],
});

export const orderRooms = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/room/order',
  summary: 'The order of all rooms of a store that are not archived',
  access: 'rooms:write',
  body: z.strictObject({ storeId: id, roomIds: z.array(id).min(1).max(500) }),
  reply: z.object({ items: z.array(room) }),
});

export const archiveRoom = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/room/{roomId}/archive',
  summary:
    'Archive or restore a room (never deleted: its history stays). With coming reservations it is refused with their list unless `acceptStranded` is sent; they are never cancelled (ST-2)',
  access: 'rooms:write',
  body: z.strictObject({ version, isArchived: z.boolean(), acceptStranded: z.boolean().optional() }),
  reply: room,
  problems: ['STALE', 'WOULD_STRAND', 'ROOM_PARTS_INVALID'],
});

/** Pictures are turned upright, re-encoded to WebP and bounded: `large` fits 1600 × 1600, `small` 480 × 480. */
export const PHOTO_SIZES = ['small', 'large'] as const;
export const MOST_PHOTOS = 10;
export const PHOTO_BYTES = 10 * 1024 * 1024;
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

export const addRoomPhoto = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/room/{roomId}/photo',
  summary: 'Add a photo (JPEG, PNG or WebP as the body, at most 10 MB); it is re-encoded, and other files are refused',
  access: 'rooms:write',
  upload: { types: PHOTO_TYPES, maxBytes: PHOTO_BYTES },
  reply: room,
  problems: ['PHOTO_INVALID', 'TOO_MANY_PHOTOS'],
});

export const removeRoomPhoto = endpoint({
  method: 'DELETE',
  path: '/api/v2/{product}/room/{roomId}/photo/{photoId}',
  summary: 'Remove a photo',
  access: 'rooms:write',
  reply: room,
});

export const readRoomPhoto = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/room/{roomId}/photo/{photoId}',
  summary: 'A photo as image/webp',
  access: 'rooms:read',
  query: z.strictObject({ size: z.enum(PHOTO_SIZES).default('large') }),
  kind: 'file',
  reply: z.string(),
});
