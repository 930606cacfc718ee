import type { DailyReservations, Reservation } from '@munjigi/contract';

export type BoardEntry = DailyReservations['rooms'][number];

/** A reservation with its times as milliseconds, and its lane where it overlaps others. */
export interface RowBlock {
  readonly reservation: Reservation;
  readonly startMs: number;
  readonly endMs: number;
  /** The time until which the room is kept for cleaning. */
  readonly bufferEndMs: number;
  /** From 0, of `lanes`: a no-show or a stay that ended early may overlap with a later reservation. */
  readonly lane: number;
  readonly lanes: number;
}
export interface RowClosure {
  readonly startMs: number;
  readonly endMs: number;
  /** The end of the time for its words: where the next one begins, which may overlap with it. */
  readonly wordsEndMs: number;
  readonly reason: string;
  /** A linked room's reservation that takes the time; `null` for a closure. */
  readonly reservationId: string | null;
}
export interface RowContent {
  /** Soonest first. */
  readonly blocks: readonly RowBlock[];
  readonly closures: readonly RowClosure[];
}

/** An entry of the cache is the same object until it changes, so its times are parsed once. */
const read = new WeakMap<BoardEntry, RowContent>();

/** The content of a room's row. */
export function toRowContent(entry: BoardEntry): RowContent {
  let content = read.get(entry);
  if (content === undefined) {
    content = {
      blocks: inLanes(entry.reservations),
      closures: toRowClosures(entry),
    };
    read.set(entry, content);
  }
  return content;
}

/** Linked rooms can take the same time, and their words must not cover each other. */
function toRowClosures(entry: BoardEntry): RowClosure[] {
  const closures = entry.closures
    .map((closure) => ({ ...closure, startMs: Date.parse(closure.startsAt), endMs: Date.parse(closure.endsAt) }))
    .sort((a, b) => a.startMs - b.startMs);
  return closures.map((closure, index) => ({
    ...closure,
    wordsEndMs: Math.min(closure.endMs, closures[index + 1]?.startMs ?? Infinity),
  }));
}

/**
 * Puts each block into the first free lane; blocks that overlap directly or through others share the number of lanes.
 */
function inLanes(reservations: readonly Reservation[]): RowBlock[] {
  const timed = reservations
    .map((reservation) => ({
      reservation,
      startMs: Date.parse(reservation.startsAt),
      endMs: Date.parse(reservation.endsAt),
      bufferEndMs: Date.parse(reservation.bufferEndsAt),
    }))
    .sort((a, b) => a.startMs - b.startMs || b.endMs - a.endMs);
  const blocks: RowBlock[] = [];
  let cluster: Omit<RowBlock, 'lanes'>[] = [];
  let laneEnds: number[] = [];
  const close = () => {
    for (const block of cluster) blocks.push({ ...block, lanes: laneEnds.length });
    [cluster, laneEnds] = [[], []];
  };
  for (const next of timed) {
    if (laneEnds.every((end) => end <= next.startMs)) close();
    const free = laneEnds.findIndex((end) => end <= next.startMs);
    const lane = free === -1 ? laneEnds.length : free;
    laneEnds[lane] = next.endMs;
    cluster.push({ ...next, lane });
  }
  close();
  return blocks;
}

/** Whether it keeps the room from others. */
export function isHolding(reservation: Reservation): boolean {
  return reservation.state === 'PENDING' || reservation.state === 'CONFIRMED' || reservation.state === 'IN_USE';
}
