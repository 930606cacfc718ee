/** The unpaid guests of a room's card; loads on demand, because most cards have none. */
export { RoomUnpaidLines } from '../messages/index.ts';
