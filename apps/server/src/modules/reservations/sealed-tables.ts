import type { SealedTable } from '../personal-data/index.ts';
import { marksOfGuest } from './guest-columns.ts';

export const sealedReservations: readonly SealedTable[] = [
  {
    table: 'reservations', reach: 'STORE', key: { store_id: 'uuid', id: 'uuid' }, columns: ['guest_name', 'guest_phone'],
    marked: ({ guest_name: name = '', guest_phone: phone = '' }, marks) => marksOfGuest(marks, { guest_name: name, guest_phone: phone }),
  },
  { table: 'waitlist', reach: 'STORE', key: { store_id: 'uuid', id: 'uuid' }, columns: ['guest_name', 'guest_phone'] },
];
