/** Reservations of one store as simply as they can be thought of: a list, minutes from a beginning, and no database. */

export type ModelState = 'PENDING' | 'CONFIRMED' | 'IN_USE' | 'COMPLETED' | 'CANCELLED' | 'EXPIRED' | 'NO_SHOW';

export interface ModelReservation {
  id: string;
  readonly isBlock: boolean;
  state: ModelState;
  room: number;
  start: number;
  end: number;
  /** Cleaning after it. */
  readonly buffer: number;
  /** Since when it keeps its present room. */
  keepsFrom: number;
  holdExpires: number;
  price: number;
  version: number;
}

export type Answered =
  | 'OK'
  | 'SLOT_TAKEN'
  | 'IN_THE_PAST'
  | 'TOO_LONG'
  | 'OVER_CAPACITY'
  | 'STATE_NOT_ALLOWED'
  | 'OUTSIDE_ACCESS_WINDOW';

export const SLOT = 30;
const MOST = 24 * SLOT;
const BUFFER = 30;
const HOLD = 15;
const ACCESS_BEFORE = 10;
const SLOT_PRICE = 5000;
export const CAPACITY = 4;
/** Room 2 consists of 0 and 1. */
const KEPT: readonly (readonly number[])[] = [[0], [1], [0, 1], [3]];
export const MODEL_ROOMS = KEPT.length;

export class ReservationModel {
  now = 0;
  readonly all: ModelReservation[] = [];

  create(it: { room: number; start: number; end: number; isBlock: boolean; isPending: boolean; headCount: number }): {
    answered: Answered;
    made?: ModelReservation;
  } {
    if (!it.isBlock && it.headCount > CAPACITY) return { answered: 'OVER_CAPACITY' };
    const refusal = this.refusal(it, 'time');
    if (refusal) return { answered: refusal };
    const buffer = it.isBlock ? 0 : BUFFER;
    if (this.isTaken(it.room, it.start, it.end + buffer)) return { answered: 'SLOT_TAKEN' };
    const made: ModelReservation = {
      id: '',
      isBlock: it.isBlock,
      state: it.isPending ? 'PENDING' : 'CONFIRMED',
      room: it.room,
      start: it.start,
      end: it.end,
      buffer,
      keepsFrom: it.start,
      holdExpires: Math.min(this.now + HOLD, it.end),
      price: it.isBlock ? 0 : ((it.end - it.start) / SLOT) * SLOT_PRICE,
      version: 1,
    };
    this.all.push(made);
    return { answered: 'OK', made };
  }

  move(it: ModelReservation, to: { room: number; start: number; end: number }): Answered {
    if (!['PENDING', 'CONFIRMED', 'IN_USE'].includes(it.state)) return 'STATE_NOT_ALLOWED';
    const isNew = to.start !== it.start ? 'time' : to.end !== it.end ? 'end' : to.room !== it.room ? 'room' : null;
    if (it.state === 'IN_USE' && isNew === 'time') return 'STATE_NOT_ALLOWED';
    if (isNew === null) return 'OK';
    const refusal = isNew === 'room' ? null : this.refusal({ ...to, isBlock: it.isBlock }, isNew);
    if (refusal) return refusal;
    const keepsFrom =
      it.state !== 'IN_USE' ? to.start : to.room === it.room ? it.keepsFrom : Math.max(it.start, this.now);
    if (this.isTaken(to.room, keepsFrom, to.end + it.buffer, it)) return 'SLOT_TAKEN';
    const price = it.isBlock ? 0 : ((to.end - to.start) / SLOT) * SLOT_PRICE;
    Object.assign(it, to, { keepsFrom, price, holdExpires: Math.min(it.holdExpires, to.end), version: it.version + 1 });
    return 'OK';
  }

  extend(it: ModelReservation, minutes: number): Answered {
    if (!['PENDING', 'CONFIRMED', 'IN_USE'].includes(it.state)) return 'STATE_NOT_ALLOWED';
    const end = it.end + minutes;
    const refusal = this.refusal({ start: it.start, end, isBlock: it.isBlock }, 'end');
    if (refusal) return refusal;
    if (this.isTaken(it.room, it.keepsFrom, end + it.buffer, it)) return 'SLOT_TAKEN';
    Object.assign(it, {
      end,
      price: it.price + (it.isBlock ? 0 : (minutes / SLOT) * SLOT_PRICE),
      version: it.version + 1,
    });
    return 'OK';
  }

  verb(it: ModelReservation, name: 'confirm' | 'check-in' | 'complete' | 'cancel' | 'no-show'): Answered {
    const become = (state: ModelState): Answered => {
      Object.assign(it, { state, version: it.version + 1 });
      return 'OK';
    };
    switch (name) {
      case 'confirm':
        return it.state === 'PENDING' ? become('CONFIRMED') : 'STATE_NOT_ALLOWED';
      case 'cancel':
        return it.state === 'PENDING' || it.state === 'CONFIRMED' ? become('CANCELLED') : 'STATE_NOT_ALLOWED';
      case 'no-show':
        return it.state === 'CONFIRMED' && !it.isBlock && this.now >= it.start
          ? become('NO_SHOW')
          : 'STATE_NOT_ALLOWED';
      case 'check-in':
        if (it.state !== 'CONFIRMED' || it.isBlock) return 'STATE_NOT_ALLOWED';
        return this.now >= it.start - ACCESS_BEFORE && this.now < it.end ? become('IN_USE') : 'OUTSIDE_ACCESS_WINDOW';
      case 'complete':
        if (it.state !== 'IN_USE') return 'STATE_NOT_ALLOWED';
        it.end = Math.min(it.end, Math.max(it.keepsFrom + 1, this.now));
        return become('COMPLETED');
    }
  }

  /** What is due happens; says whether anything was. */
  settle(): boolean {
    let hasHappened = false;
    for (const it of this.all) {
      const become = (state: ModelState) => {
        Object.assign(it, { state, version: it.version + 1 });
        hasHappened = true;
      };
      if (it.state === 'PENDING' && it.holdExpires <= this.now) become('EXPIRED');
      if (it.state === 'CONFIRMED' && it.isBlock && it.start <= this.now) become('IN_USE');
      if (it.state === 'CONFIRMED' && it.end <= this.now) become('NO_SHOW');
      if (it.state === 'IN_USE' && it.end <= this.now) become('COMPLETED');
    }
    return hasHappened;
  }

  private refusal(
    { start, end, isBlock }: { start: number; end: number; isBlock: boolean },
    isNew: 'time' | 'end',
  ): Answered | null {
    if (isBlock) return end <= this.now ? 'IN_THE_PAST' : null;
    if (isNew === 'time' ? start < this.now : end <= this.now) return 'IN_THE_PAST';
    return end - start > MOST ? 'TOO_LONG' : null;
  }

  private isTaken(room: number, from: number, to: number, except?: ModelReservation): boolean {
    return this.all.some(
      (it) =>
        it !== except &&
        ['PENDING', 'CONFIRMED', 'IN_USE', 'COMPLETED'].includes(it.state) &&
        KEPT[it.room]?.some((part) => KEPT[room]?.includes(part)) &&
        it.keepsFrom < to &&
        from < it.end + it.buffer,
    );
  }
}
