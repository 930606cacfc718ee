import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, listOf, paging, version } from './fields.ts';

export const room = z.object({
  id,
  storeId: id,
  name: z.string(),
  capacity: z.number().int().positive(),
  description: z.string(),
  amenities: z.array(z.string()),
  order: z.number().int(),
  archivedAt: instant.nullable(),
  version,
});
export type Room = z.infer<typeof room>;

export const listRooms = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/room',
  summary: 'Rooms, in the order of their store',
  access: 'rooms:read',
  query: z.strictObject({ ...paging, storeId: id.optional() }),
  reply: listOf(room),
});

export const getRoom = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/room/{roomId}',
  summary: 'One room',
  access: 'rooms:read',
  reply: room,
});
