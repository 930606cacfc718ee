import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, listOf, paging, version } from './fields.ts';

export const store = z.object({
  id,
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  timeZone: z.string(),
  version,
});
export type Store = z.infer<typeof store>;

export const listStores = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/store',
  summary: 'Stores',
  access: 'stores:read',
  query: z.strictObject({ ...paging }),
  reply: listOf(store),
});
