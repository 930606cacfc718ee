import type { SealedTable } from '../personal-data/index.ts';
import { emailMarkOf, marksOfGuest, phoneMarkOf } from './stay/guest-columns.ts';

export const sealedReservations: readonly SealedTable[] = [
  {
    table: 'reservations',
    reach: 'STORE',
    key: { store_id: 'uuid', id: 'uuid' },
    columns: ['guest_name', 'guest_phone', 'guest_email'],
    marked: {
      of: ['guest_name', 'guest_phone'],
      compute: ({ guest_name: name = '', guest_phone: phone = '' }, marks) =>
        marksOfGuest(marks, { guest_name: name, guest_phone: phone }),
    },
    erasure: {
      at: 'starts_at',
      set: {
        guest_name: 'empty',
        guest_phone: 'empty',
        guest_email: 'empty',
        memo: 'empty',
        phone_mark: 'null',
        last_four_mark: 'null',
        name_marks: 'null',
      },
    },
  },
  {
    table: 'waitlist',
    reach: 'STORE',
    key: { store_id: 'uuid', id: 'uuid' },
    columns: ['guest_name', 'guest_phone', 'guest_email'],
    marked: {
      of: ['guest_phone'],
      compute: ({ guest_phone: phone = '' }, marks) => ({ phone_mark: phoneMarkOf(marks, phone) }),
    },
    erasure: {
      at: 'ends_at',
      set: { guest_name: 'empty', guest_phone: 'empty', guest_email: 'empty', memo: 'empty', phone_mark: 'null' },
    },
  },
  {
    table: 'blocked_guests',
    reach: 'SYSTEM',
    key: { product_id: 'uuid', id: 'uuid' },
    columns: ['guest_phone', 'guest_email'],
    marked: {
      of: ['guest_phone', 'guest_email'],
      compute: ({ guest_phone: phone = '', guest_email: email = '' }, marks) => ({
        phone_mark: phoneMarkOf(marks, phone),
        email_mark: emailMarkOf(marks, email),
      }),
    },
    erasure: { at: 'ends_at', set: 'delete' },
  },
  {
    table: 'guest_notes',
    reach: 'STORE',
    key: { store_id: 'uuid', id: 'uuid' },
    columns: ['guest_phone', 'note_text'],
    marked: {
      of: ['guest_phone'],
      compute: ({ guest_phone: phone = '' }, marks) => ({ phone_mark: phoneMarkOf(marks, phone) }),
    },
    erasure: { at: 'changed_at', set: 'delete' },
  },
];
