/** Reservations of one store in the simplest possible form: a list, minutes from a start, and no database. */

export type ModelState = 'PENDING' | 'CONFIRMED' | 'IN_USE' | 'COMPLETED' | 'CANCELLED' | 'EXPIRED' | 'NO_SHOW';

export interface ModelReservation {
  id: string;
  readonly isBlock: boolean;
  state: ModelState;
  room: number;
  start: number;
  end: number;
  /** Minutes of cleaning after it. */
  readonly buffer: number;
  /** The time from which on it occupies its present room. */
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

  create(item: { room: number; start: number; end: number; isBlock: boolean; isPending: boolean; headCount: number }): {
    answered: Answered;
    created?: ModelReservation;
  } {
    if (!item.isBlock && item.headCount > CAPACITY) return { answered: 'OVER_CAPACITY' };
    const refusal = this.refusal(item, 'time');
    if (refusal) return { answered: refusal };
    const buffer = item.isBlock ? 0 : BUFFER;
    if (this.isTaken(item.room, item.start, item.end + buffer)) return { answered: 'SLOT_TAKEN' };
    const created: ModelReservation = {
      id: '',
      isBlock: item.isBlock,
      state: item.isPending ? 'PENDING' : 'CONFIRMED',
      room: item.room,
      start: item.start,
      end: item.end,
      buffer,
      keepsFrom: item.start,
      holdExpires: Math.min(this.now + HOLD, item.end),
      price: item.isBlock ? 0 : ((item.end - item.start) / SLOT) * SLOT_PRICE,
      version: 1,
    };
    this.all.push(created);
    return { answered: 'OK', created };
  }

  move(modelReservation: ModelReservation, to: { room: number; start: number; end: number }): Answered {
    if (!['PENDING', 'CONFIRMED', 'IN_USE'].includes(modelReservation.state)) return 'STATE_NOT_ALLOWED';
    const isNew =
      to.start !== modelReservation.start
        ? 'time'
        : to.end !== modelReservation.end
          ? 'end'
          : to.room !== modelReservation.room
            ? 'room'
            : null;
    if (modelReservation.state === 'IN_USE' && isNew === 'time') return 'STATE_NOT_ALLOWED';
    if (isNew === null) return 'OK';
    const refusal = isNew === 'room' ? null : this.refusal({ ...to, isBlock: modelReservation.isBlock }, isNew);
    if (refusal) return refusal;
    const keepsFrom =
      modelReservation.state !== 'IN_USE'
        ? to.start
        : to.room === modelReservation.room
          ? modelReservation.keepsFrom
          : Math.max(modelReservation.start, this.now);
    if (this.isTaken(to.room, keepsFrom, to.end + modelReservation.buffer, modelReservation)) return 'SLOT_TAKEN';
    const price = modelReservation.isBlock ? 0 : ((to.end - to.start) / SLOT) * SLOT_PRICE;
    Object.assign(modelReservation, to, {
      keepsFrom,
      price,
      holdExpires: Math.min(modelReservation.holdExpires, to.end),
      version: modelReservation.version + 1,
    });
    return 'OK';
  }

  extend(modelReservation: ModelReservation, minutes: number): Answered {
    if (!['PENDING', 'CONFIRMED', 'IN_USE'].includes(modelReservation.state)) return 'STATE_NOT_ALLOWED';
    const end = modelReservation.end + minutes;
    const refusal = this.refusal({ start: modelReservation.start, end, isBlock: modelReservation.isBlock }, 'end');
    if (refusal) return refusal;
    if (
      this.isTaken(modelReservation.room, modelReservation.keepsFrom, end + modelReservation.buffer, modelReservation)
    )
      return 'SLOT_TAKEN';
    Object.assign(modelReservation, {
      end,
      price: modelReservation.price + (modelReservation.isBlock ? 0 : (minutes / SLOT) * SLOT_PRICE),
      version: modelReservation.version + 1,
    });
    return 'OK';
  }

  verb(modelReservation: ModelReservation, name: 'confirm' | 'check-in' | 'complete' | 'cancel' | 'no-show'): Answered {
    const become = (state: ModelState): Answered => {
      Object.assign(modelReservation, { state, version: modelReservation.version + 1 });
      return 'OK';
    };
    switch (name) {
      case 'confirm':
        return modelReservation.state === 'PENDING' ? become('CONFIRMED') : 'STATE_NOT_ALLOWED';
      case 'cancel':
        return modelReservation.state === 'PENDING' || modelReservation.state === 'CONFIRMED'
          ? become('CANCELLED')
          : 'STATE_NOT_ALLOWED';
      case 'no-show':
        return modelReservation.state === 'CONFIRMED' && !modelReservation.isBlock && this.now >= modelReservation.start
          ? become('NO_SHOW')
          : 'STATE_NOT_ALLOWED';
      case 'check-in':
        if (modelReservation.state !== 'CONFIRMED' || modelReservation.isBlock) return 'STATE_NOT_ALLOWED';
        return this.now >= modelReservation.start - ACCESS_BEFORE && this.now < modelReservation.end
          ? become('IN_USE')
          : 'OUTSIDE_ACCESS_WINDOW';
      case 'complete':
        if (modelReservation.state !== 'IN_USE') return 'STATE_NOT_ALLOWED';
        modelReservation.end = Math.min(modelReservation.end, Math.max(modelReservation.keepsFrom + 1, this.now));
        return become('COMPLETED');
    }
  }

  /** Performs due transitions; returns whether there were any. */
  settle(): boolean {
    let hasHappened = false;
    for (const modelReservation of this.all) {
      const become = (state: ModelState) => {
        Object.assign(modelReservation, { state, version: modelReservation.version + 1 });
        hasHappened = true;
      };
      if (modelReservation.state === 'PENDING' && modelReservation.holdExpires <= this.now) become('EXPIRED');
      if (modelReservation.state === 'CONFIRMED' && modelReservation.isBlock && modelReservation.start <= this.now)
        become('IN_USE');
      if (modelReservation.state === 'CONFIRMED' && modelReservation.end <= this.now) become('NO_SHOW');
      if (modelReservation.state === 'IN_USE' && modelReservation.end <= this.now) become('COMPLETED');
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
      (modelReservation) =>
        modelReservation !== except &&
        ['PENDING', 'CONFIRMED', 'IN_USE', 'COMPLETED'].includes(modelReservation.state) &&
        KEPT[modelReservation.room]?.some((part) => KEPT[room]?.includes(part)) &&
        modelReservation.keepsFrom < to &&
        from < modelReservation.end + modelReservation.buffer,
    );
  }
}
