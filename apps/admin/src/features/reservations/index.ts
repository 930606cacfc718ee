/** Reservations. The board, the list and the drawer are screens. */
export { isOwed } from './list/list-filter.ts';
