/** @module-tag engines */
// @sweep 1/12 (decision 086)
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type FakeClock,
  type TestServer,
} from '../../testing/index.ts';
import { faultsIn } from '../../testing/race-scenarios.ts';
import {
  CAPACITY,
  MODEL_ROOMS,
  ReservationModel,
  SLOT,
  type Answered,
  type ModelReservation,
} from '../../testing/reservation-model.ts';
import { settleDue } from './timers.ts';

/** Number of random histories; `npm run proof` runs thousands. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 15);
const NOW = new Date('2026-11-21T06:00:00Z');

interface Real {
  readonly desk: BookingDesk;
  readonly clock: FakeClock;
}
type Step = fc.AsyncCommand<ReservationModel, Real, boolean>;

const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS).toISOString();
const answeredBy = ({ status, body }: Answer): string => (status === 200 ? 'OK' : String(body['code']));

/** Expects the reservation of the server to equal that of the model. */
function expectSame(real: BookingDesk, it: ModelReservation, body: Answer['body']): void {
  const { id, state, roomId, startsAt, endsAt, bufferEndsAt, priceAmount, version } = body as unknown as Record<
    string,
    unknown
  >;
  expect({ id, state, roomId, startsAt, endsAt, bufferEndsAt, priceAmount, version }).toEqual({
    id: it.id,
    state: it.state,
    roomId: real.roomIds[it.room],
    startsAt: at(it.start),
    endsAt: at(it.end),
    bufferEndsAt: at(it.end + it.buffer),
    priceAmount: it.price,
    version: it.version,
  });
}

abstract class OnOne implements Step {
  private readonly which: number;
  constructor(which: number) {
    this.which = which;
  }
  check(model: ReservationModel): boolean {
    return model.all.length > 0;
  }
  async run(model: ReservationModel, real: Real): Promise<void> {
    const { desk } = real;
    const it = model.all[this.which % model.all.length] ?? expect.fail();
    const before = { version: it.version } as unknown as Answer['body'];
    const answer = await this.ask(desk, { ...before, id: it.id } as unknown as Answer['body'], it);
    const expected = this.expected(model, it);
    expect(`${this.toString()}: ${answeredBy(answer)}`).toBe(`${this.toString()}: ${expected}`);
    expectSame(
      desk,
      it,
      answer.status === 200 ? answer.body : await desk.read({ id: it.id } as unknown as Answer['body']),
    );
    await settle(model, real);
  }
  abstract ask(desk: BookingDesk, of: Answer['body'], it: ModelReservation): Promise<Answer>;
  abstract expected(model: ReservationModel, it: ModelReservation): Answered;
  abstract toString(): string;
}

class Create implements Step {
  private readonly wish: {
    room: number;
    inSlots: number;
    slots: number;
    isBlock: boolean;
    isPending: boolean;
    headCount: number;
  };
  constructor(wish: Create['wish']) {
    this.wish = wish;
  }
  check(): boolean {
    return true;
  }
  async run(model: ReservationModel, real: Real): Promise<void> {
    const { desk } = real;
    const { room, isBlock, isPending, headCount } = this.wish;
    const start = (Math.floor(model.now / SLOT) + this.wish.inSlots) * SLOT;
    const end = start + this.wish.slots * SLOT;
    const guest = isBlock ? { kind: 'BLOCK' } : { headCount, state: isPending ? 'PENDING' : 'CONFIRMED' };
    const answer = await desk.book({ roomId: desk.roomIds[room], startsAt: at(start), endsAt: at(end), ...guest });
    const { answered, created: expectedReservation } = model.create({
      room,
      start,
      end,
      isBlock,
      isPending: isPending && !isBlock,
      headCount,
    });
    expect(`${this.toString()}: ${answeredBy(answer)}`).toBe(`${this.toString()}: ${answered}`);
    if (!expectedReservation) return;
    expectedReservation.id = String(answer.body['id']);
    expectSame(real.desk, expectedReservation, answer.body);
    await settle(model, real);
  }
  toString = () => `create ${JSON.stringify(this.wish)}`;
}

class Move extends OnOne {
  private readonly to: { room: number; bySlots: number; longer: number };
  constructor(which: number, to: Move['to']) {
    super(which);
    this.to = to;
  }
  private place(it: ModelReservation) {
    const start = it.start + this.to.bySlots * SLOT;
    // Whole slots and at least one, also for a reservation that was completed early.
    const slots = Math.max(1, Math.ceil((it.end - it.start) / SLOT) + this.to.longer);
    return { room: this.to.room, start, end: start + slots * SLOT };
  }
  ask(desk: BookingDesk, of: Answer['body'], it: ModelReservation): Promise<Answer> {
    const { room, start, end } = this.place(it);
    return desk.edit(of, { roomId: desk.roomIds[room], startsAt: at(start), endsAt: at(end) });
  }
  expected(model: ReservationModel, it: ModelReservation): Answered {
    return model.move(it, this.place(it));
  }
  toString = () => `move ${JSON.stringify(this.to)}`;
}

class Extend extends OnOne {
  private readonly slots: number;
  constructor(which: number, slots: number) {
    super(which);
    this.slots = slots;
  }
  ask(desk: BookingDesk, of: Answer['body']): Promise<Answer> {
    return desk.verb(of, 'extend', { minutes: this.slots * SLOT });
  }
  expected(model: ReservationModel, it: ModelReservation): Answered {
    return model.extend(it, this.slots * SLOT);
  }
  toString = () => `extend by ${this.slots}`;
}

type Verb = Parameters<ReservationModel['verb']>[1];
class Does extends OnOne {
  private readonly verb: Verb;
  constructor(which: number, verb: Verb) {
    super(which);
    this.verb = verb;
  }
  ask(desk: BookingDesk, of: Answer['body']): Promise<Answer> {
    return desk.verb(of, this.verb);
  }
  expected(model: ReservationModel, it: ModelReservation): Answered {
    return model.verb(it, this.verb);
  }
  toString = () => this.verb;
}

/** Settles what is due in the model and in the server before the next step. */
async function settle(model: ReservationModel, real: Real): Promise<void> {
  if (!model.settle()) return;
  await settleDue({ db: real.desk.server.app.db, clock: real.clock });
}

class Wait implements Step {
  private readonly minutes: number;
  constructor(minutes: number) {
    this.minutes = minutes;
  }
  check(): boolean {
    return true;
  }
  async run(model: ReservationModel, real: Real): Promise<void> {
    real.clock.advance(this.minutes * MINUTE_MS);
    model.now += this.minutes;
    await settle(model, real);
  }
  toString = () => `wait ${this.minutes}`;
}

const which = fc.nat(40);
const room = fc.nat(MODEL_ROOMS - 1);
const steps = fc.commands<ReservationModel, Real, boolean>(
  [
    fc
      .record({
        room,
        inSlots: fc.integer({ min: -2, max: 8 }),
        slots: fc.oneof(
          { weight: 9, arbitrary: fc.integer({ min: 1, max: 4 }) },
          { weight: 1, arbitrary: fc.integer({ min: 23, max: 26 }) },
        ),
        isBlock: fc.boolean(),
        isPending: fc.boolean(),
        headCount: fc.integer({ min: 1, max: CAPACITY + 1 }),
      })
      .map((it) => new Create(it)),
    fc
      .record({
        room,
        inSlots: fc.integer({ min: 0, max: 4 }),
        slots: fc.integer({ min: 1, max: 3 }),
        isBlock: fc.constant(false),
        isPending: fc.boolean(),
        headCount: fc.constant(2),
      })
      .map((it) => new Create(it)),
    fc
      .tuple(
        which,
        fc.record({
          room,
          bySlots: fc.oneof(fc.constant(0), fc.integer({ min: -3, max: 3 })),
          longer: fc.oneof(fc.constant(0), fc.integer({ min: -2, max: 2 })),
        }),
      )
      .map(([of, to]) => new Move(of, to)),
    fc.tuple(which, fc.integer({ min: 1, max: 3 })).map(([of, slots]) => new Extend(of, slots)),
    fc
      .tuple(which, fc.constantFrom<Verb>('confirm', 'check-in', 'check-in', 'complete', 'cancel', 'no-show'))
      .map(([of, verb]) => new Does(of, verb)),
    fc.constantFrom(5, 10, 15, 30, 60, 120).map((minutes) => new Wait(minutes)),
  ],
  { maxCommands: 40, size: 'max' },
);

describe('reservations and a simple model of them (RV-1, RV-2)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());

  it(`match in ${RUNS} random histories of a store, and never overlap`, { timeout: 60_000 + RUNS * 1000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (commands) => {
        clock.set(NOW);
        const desk = await openBookingDesk(server, { rooms: MODEL_ROOMS });
        await desk.set({ buffer_minutes: 30 });
        const [left, right, whole] = desk.roomIds;
        await server.withActor(desk.admin.actor, (tx) =>
          tx
            .insertInto('room_parts')
            .values(
              [left, right].map((part) => ({
                product_id: desk.shop.productId,
                store_id: desk.storeId,
                room_id: whole ?? '',
                part_room_id: part ?? '',
              })),
            )
            .execute(),
        );
        const model = new ReservationModel();
        await fc.asyncModelRun(() => ({ model, real: { desk, clock } }), commands);
        for (const it of model.all) expectSame(desk, it, await desk.read({ id: it.id } as unknown as Answer['body']));
        expect(await server.withActor(desk.admin.actor, (tx) => faultsIn(tx, desk.storeId))).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: false },
    );
  });
});
