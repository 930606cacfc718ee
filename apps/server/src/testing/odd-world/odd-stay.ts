import { payment as paymentShape, type OnlineProvider, type Payment } from '@munjigi/contract';
import { repeatAndReorder } from '@munjigi/virtual-providers';
import { makeGuest } from '../guest-tokens.ts';
import type { OddDoor, OddWorld } from './odd-world.ts';
import { callerAt, type Answer, type Caller } from '../server.ts';
import { itemsOf } from '../peers/virtual-door.ts';

/** A stay of the odd world, from its booking to its end, as its guest and the staff act. */

export type BookingWay = 'ONLINE' | 'BANK' | 'STAFF';

/** What the seed planned for a stay. */
export interface StayPlan {
  readonly index: number;
  readonly way: BookingWay;
  readonly provider: OnlineProvider;
  /** Staff move it by half an hour before its start. */
  readonly isMoved: boolean;
  readonly isExtended: boolean;
  readonly cancels: 'GUEST' | 'STAFF' | null;
  /** Which shape of the corpus the bank writes, and how often the phone relays it. */
  readonly shape: number;
  readonly relays: number;
  /** What happens to the lock before the guest comes. */
  readonly lock: 'GOOD' | 'OFFLINE' | 'SILENT' | 'RECONNECTS';
  readonly prefersCode: boolean;
}

export interface Stay {
  readonly plan: StayPlan;
  readonly name: string;
  readonly door: OddDoor;
  readonly reservation: Answer['body'];
  readonly guest: Caller['call'];
  /** The payments that the guest agreed to in the provider's window. */
  readonly agreed: { readonly id: string; readonly provider: OnlineProvider }[];
  /** What the bank wrote of its transfer. */
  bankText: string | null;
  /** It was cancelled. */
  isCancelled: boolean;
  /** The guest's way through the door. `null`: the guest did not come. */
  entry: Entry | null;
}

export interface Entry {
  readonly isOpen: boolean;
  readonly way: 'CODE' | 'PAGE' | null;
  /** The states of the commands of the guest's page, and of the refusals. */
  readonly tries: readonly string[];
}

const HALF_HOUR_MS = 30 * 60_000;
const TAPS = 3;

export async function bookStay(
  world: OddWorld,
  plan: StayPlan,
  { name, door, startsAt, endsAt }: { name: string; door: OddDoor; startsAt: string; endsAt: string },
): Promise<Stay> {
  const base = { plan, name, door, agreed: [], bankText: null, isCancelled: false, entry: null };
  const record = { roomId: door.roomId, startsAt, endsAt, guestName: name };
  if (plan.way === 'ONLINE') {
    const { status, body } = await world.post('/reservation', await world.form(record));
    if (status !== 200) throw new Error(`The booking page refused: ${JSON.stringify(body)}`);
    const guest = world.server.caller(String(body['path']).slice('/g/'.length));
    const page = await guest('GET', '/guest/page');
    const id = String(page.body['reservation']?.['reservationId']);
    const reservation = await world.read({ id } as unknown as Answer['body']);
    return { ...base, reservation, guest };
  }
  const reservation = await world.createReservation({ ...record, ...(plan.way === 'BANK' && { state: 'PENDING' }) });
  const { call } = await makeGuest(world.server, world.shop, world.storeId, String(reservation['id']));
  return { ...base, reservation, guest: call };
}

const ofGuest = ({ shop }: OddWorld, rest: string) => `/${shop.slug}/guest/${rest}`;

/** Pays what is due: by the bank, at the desk or in the provider's window. */
export async function payStay(world: OddWorld, stay: Stay): Promise<void> {
  const { plan, name, reservation } = stay;
  const amount = Number(reservation['priceAmount']);
  if (plan.way === 'BANK') {
    const { text, via } = world.bankText(plan.shape, { name, amount });
    stay.bankText = text;
    for (let times = 0; times < plan.relays; times += 1) {
      const { status, body } = await world.server.caller(world.relayToken)(
        'POST',
        `/${world.shop.slug}/deposit/relay?source=${via}`,
        text,
        { 'content-type': 'text/plain' },
      );
      if (status !== 200) throw new Error(`The relay was refused: ${JSON.stringify(body)}`);
    }
  } else if (plan.way === 'STAFF' && plan.index % 2 === 0) {
    const cash = { reservationId: reservation['id'], method: 'CASH', amount };
    await world.admin.call('POST', `/${world.shop.slug}/payment`, cash);
  } else await payOnline(world, stay);
}

/** A guest taps again when the page says that it failed. */
export async function payOnline(world: OddWorld, stay: Stay): Promise<void> {
  const { provider } = stay.plan;
  for (let tap = 0; tap < TAPS; tap += 1) {
    const begun = await stay.guest('POST', ofGuest(world, 'payment/begin'), {
      provider,
      ...(provider === 'TOSS' && { method: 'CARD' }),
    });
    const id = String(begun.body['orderId']);
    if (begun.status !== 200) continue;
    const amount = Number(begun.body['payment']?.['amount']);
    const { book } = provider === 'TOSS' ? world.toss : world.portone;
    const existing = book.find(id);
    const booked = existing ?? book.agree({ orderId: id, amount });
    if (!existing) stay.agreed.push({ id, provider });
    // PortOne takes the money in its window, before the server confirms.
    if (provider === 'PORTONE' && booked.paidAt === null) book.take(booked);
    const confirmed = await stay.guest('POST', ofGuest(world, `payment/${id}/confirm`), {
      ...(provider === 'TOSS' && { paymentKey: booked.paymentKey }),
      amount,
    });
    if (confirmed.status === 200) return;
  }
}

/** Delivers what the providers had to say: repeated and in any order. */
export async function deliverWebhooks(world: OddWorld, seed: number): Promise<void> {
  for (const provider of ['toss', 'portone'] as const) {
    const messages = repeatAndReorder(world[provider].messages.splice(0), seed);
    for (const { body, headers } of messages)
      await callerAt(world.server.url, null)('POST', `/${world.shop.slug}/webhook/${provider}`, body, headers);
  }
}

/** Moves the stay within its room, extends it and cancels it, as it was planned. */
export async function changeStay(world: OddWorld, stay: Stay): Promise<string[]> {
  const { plan, reservation } = stay;
  const changes: string[] = [];
  const now = await world.read(reservation);
  if (String(now['state']) !== 'CONFIRMED') return changes;
  if (plan.isMoved) {
    const later = (at: unknown) => new Date(Date.parse(String(at)) + HALF_HOUR_MS).toISOString();
    const moved = await world.edit(now, { startsAt: later(now['startsAt']), endsAt: later(now['endsAt']) });
    changes.push(moved.status === 200 ? 'moved' : `move ${moved.status}`);
  }
  if (plan.cancels === 'GUEST') {
    const { body } = await stay.guest('GET', ofGuest(world, 'cancellation'));
    const { status } = await stay.guest('POST', ofGuest(world, 'cancel'), {
      version: Number(body['version'] ?? 1),
      expectedRefundAmount: Number(body['cancellation']?.['refundAmount'] ?? 0),
    });
    stay.isCancelled = status === 200;
    changes.push(status === 200 ? 'cancelled' : `guest's cancel ${status}`);
  }
  if (plan.cancels === 'STAFF') {
    const { status } = await world.verb(await world.read(reservation), 'cancel', {
      refundPercent: plan.index % 2 === 0 ? 100 : 50,
    });
    stay.isCancelled = status === 200;
    changes.push(status === 200 ? 'cancelled' : `staff's cancel ${status}`);
  }
  return changes;
}

/** The guest buys another half hour on their page. */
export async function extendStay(world: OddWorld, stay: Stay): Promise<boolean> {
  const { body } = await stay.guest('GET', ofGuest(world, 'extension'));
  const choice = (body['choices'] ?? [])[0];
  if (!choice) return false;
  const { status } = await stay.guest('POST', ofGuest(world, 'extension'), {
    version: body['version'],
    minutes: choice['minutes'],
    expectedPriceAmount: choice['totalAmount'],
  });
  if (status !== 200) return false;
  await payOnline(world, stay);
  return true;
}

/**
 * The guest stands before the door: types the code if the page shows one, and taps on their page otherwise. Whether the
 * door is open, the lock knows; the page may say something else.
 */
export async function enterRoom(world: OddWorld, stay: Stay): Promise<Entry> {
  const tries: string[] = [];
  for (let tap = 0; tap < TAPS; tap += 1) {
    if (stay.plan.prefersCode && typeCode(stay, await readCode(world, stay), tries))
      return { isOpen: true, way: 'CODE', tries };
    const before = stay.door.openings();
    const { status, body } = await stay.guest('POST', ofGuest(world, `doors/${stay.door.doorId}/open`), {});
    const isOpen = stay.door.openings() > before && !stay.door.isDead;
    const result = status === 200 ? String(body['status']) : String(body['code']);
    tries.push(result === 'EXECUTED' && !isOpen ? 'BELIEVED' : result);
    if (isOpen) return { isOpen: true, way: 'PAGE', tries };
  }
  if (typeCode(stay, await readCode(world, stay), tries)) return { isOpen: true, way: 'CODE', tries };
  return { isOpen: false, way: null, tries };
}

async function readCode(world: OddWorld, stay: Stay): Promise<string | null> {
  const { body } = await stay.guest('GET', ofGuest(world, 'access-code'));
  const door = (body['doors'] ?? []).find((item) => item['doorId'] === stay.door.doorId);
  return (door?.['code'] as string | null | undefined) ?? null;
}

/** A lock without power opens for no code; one that only stopped to obey still does. */
function typeCode({ door, plan }: Stay, code: string | null, tries: string[]): boolean {
  if (code === null || !door.keypad || plan.lock === 'OFFLINE') return false;
  const isOpen = door.keypad.enter(code) === 'OPENED';
  if (!isOpen) tries.push('CODE_REFUSED');
  return isOpen;
}

export async function paymentsOf(world: OddWorld, { reservation }: Stay): Promise<Payment[]> {
  const url = `/${world.shop.slug}/payment?reservationId=${String(reservation['id'])}`;
  const { status, body } = await world.admin.call('GET', url);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return itemsOf(body).map((item) => paymentShape.parse(item));
}
