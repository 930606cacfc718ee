import {
  deposit as depositShape,
  depositDetail,
  type Deposit,
  type DepositDetail,
  type DepositSource,
} from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { openBookingDesk, type BookingDesk } from './booking-desk.ts';
import type { Answer, Caller, TestServer } from '../server.ts';
import { until } from '../until.ts';

const SLOT_MS = 30 * 60_000;

interface Text {
  readonly name: string;
  /** In won. */
  readonly amount?: number;
  readonly balance?: number | null;
  /** The time as the bank writes it. */
  readonly time?: string;
  readonly word?: string;
}

/** A store whose phone relays the bank's messages. */
export interface DepositDesk extends BookingDesk {
  /** The token of the store's relay, which may confirm up to 100,000 won. */
  readonly token: string;
  url(rest?: string): string;
  /** A reservation for two hours in a separate room, held until it is paid: 20,000 won. */
  held(guestName: string, record?: Readonly<Record<string, unknown>>): Promise<Answer['body']>;
  /** A text of the bank, by default about 20,000 won. */
  text(item: Text): string;
  makeRelay(record?: Readonly<Record<string, unknown>>): Promise<string>;
  send(
    text: string | Uint8Array,
    item?: {
      readonly source?: DepositSource;
      readonly token?: string | null;
      readonly slug?: string;
      readonly type?: string;
      readonly call?: (token: string | null) => Caller['call'];
    },
  ): Promise<Answer>;
  /** Sends a text, and waits until every received message is processed. */
  relay(text: string | Uint8Array, item?: { readonly source?: DepositSource; readonly token?: string }): Promise<void>;
  worked(): Promise<void>;
  /** Deposits by the name that the bank wrote, oldest first. */
  of(name: string): Promise<Deposit[]>;
  detail(of: Pick<Deposit, 'id'>): Promise<DepositDetail>;
  choose(
    of: Pick<Deposit, 'id' | 'version'>,
    verb: 'match' | 'undo' | 'ignore',
    body?: Readonly<Record<string, unknown>>,
    call?: Caller['call'],
    key?: string,
  ): Promise<Answer>;
}

export async function openDepositDesk(server: TestServer): Promise<DepositDesk> {
  const desk = await openBookingDesk(server, { rooms: 60 });
  let [room, balance] = [-1, 1_000_000];
  const depositDesk: DepositDesk = {
    ...desk,
    token: '',
    url: (rest = '') => `/${desk.shop.slug}/deposit${rest}`,
    held(guestName, more = {}) {
      room += 1;
      const from = Math.ceil(server.clock.now().getTime() / SLOT_MS + 4) * SLOT_MS;
      return desk.createReservation({
        roomId: desk.roomIds[room],
        startsAt: new Date(from).toISOString(),
        endsAt: new Date(from + 4 * SLOT_MS).toISOString(),
        state: 'PENDING',
        guestName,
        ...more,
      });
    },
    text({ name, amount = 20_000, balance: stated, time = '11/21 15:00', word = '전자금융입금' }) {
      balance += amount;
      const end = stated === null ? '' : ` 잔액${(stated ?? balance).toLocaleString('ko-KR')}`;
      return `[Web발신][KB]${time} 123456**789 ${name} ${word} ${amount.toLocaleString('ko-KR')}${end}`;
    },
    async makeRelay(body = {}) {
      const answer = await desk.admin.call('POST', depositDesk.url('-relay'), {
        storeId: desk.storeId,
        name: '카운터 전화',
        mostAutomaticAmount: 100_000,
        ...body,
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return String(answer.body['token']);
    },
    send: (
      text,
      {
        source = 'SMS',
        token = depositDesk.token,
        slug = desk.shop.slug,
        type = 'text/plain',
        call = (of: string | null) => server.caller(of),
      } = {},
    ) => call(token)('POST', `/${slug}/deposit/relay?source=${source}`, text, { 'content-type': type }),
    async relay(text, how = {}) {
      const answer = await depositDesk.send(text, how);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      await depositDesk.worked();
    },
    async worked() {
      await until('every message about deposits is worked', async () => {
        const { waiting } = await server.withActor(desk.admin.actor, (tx) =>
          tx
            .selectFrom('deposit_messages')
            .where('outcome', 'is', null)
            .select((by) => by.fn.countAll<number>().as('waiting'))
            .executeTakeFirstOrThrow(),
        );
        return waiting === 0;
      });
    },
    async of(name) {
      const rows = await server.withActor(desk.admin.actor, (tx) =>
        tx.selectFrom('deposits').select(['id', 'depositor_name']).orderBy('id').execute(),
      );
      return Promise.all(
        rows
          .filter((row) => row.depositor_name === name)
          .map(async (row) => depositShape.parse(await depositDesk.detail(row))),
      );
    },
    async detail({ id }) {
      const { status, body } = await desk.admin.call('GET', depositDesk.url(`/${id}`));
      if (status !== 200) throw new Error(JSON.stringify(body));
      return depositDetail.parse(body);
    },
    choose: ({ id, version }, verb, body = {}, call = desk.admin.call, key = uuidv7()) =>
      call(
        'POST',
        depositDesk.url(`/${id}/${verb}`),
        { version, ...(verb === 'undo' ? { reason: '잘못 연결함' } : {}), ...body },
        { 'idempotency-key': key },
      ),
  };
  return Object.assign(depositDesk, { token: await depositDesk.makeRelay() });
}
