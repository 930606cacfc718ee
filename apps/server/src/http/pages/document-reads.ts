import {
  getBookingChain,
  getBookingStore,
  getGuestPage,
  getPublishedPolicy,
  getStayCalendar,
  getStayReceipt,
  type BookingChain,
  type BookingStore,
  type Endpoint,
  type GuestPage,
  type PublishedPolicy,
  type StayReceipt,
} from '@munjigi/contract';
import type { FileReply } from '../files/file.ts';
import type { GuestDevice } from '../guest-device.ts';
import type { Route } from '../route.ts';
import type { Serving } from '../serve.ts';

interface GuestRead {
  readonly token: string;
  readonly address: string;
  readonly device: GuestDevice;
}

interface StoreRead {
  readonly product: string;
  readonly storeId: string;
  readonly address: string;
}

interface ChainRead {
  readonly product: string;
  readonly address: string;
}

/** The first replies that the pages of guests need, for their documents. With the limits and refusals of the endpoints. */
export interface DocumentReads {
  readonly readGuestPage: (read: GuestRead) => Promise<GuestPage>;
  readonly readBookingStore: (read: StoreRead) => Promise<BookingStore>;
  readonly readBookingChain: (read: ChainRead) => Promise<BookingChain>;
  readonly readPublishedPolicy: (read: ChainRead & { readonly version: number | null }) => Promise<PublishedPolicy>;
  readonly readStayCalendar: (read: GuestRead) => Promise<FileReply>;
  readonly readStayReceipt: (read: GuestRead) => Promise<StayReceipt>;
}

export function createDocumentReads(serving: Serving, routes: readonly Route[]): DocumentReads {
  const { db, clock } = serving;
  const authenticate = ({ token, address, device }: GuestRead) =>
    serving.authenticateGuest(token, { address, device, isAct: false, admitsCompanions: false, isDocument: true });
  return {
    async readGuestPage(read) {
      const actor = await authenticate(read);
      const handle = findHandler(routes, getGuestPage);
      return db.withActor(actor, async (tx) =>
        getGuestPage.reply.parse(await handle({ actor, tx, work: { tx, clock, actor } })),
      );
    },
    async readStayCalendar(read) {
      const actor = await authenticate(read);
      return (await findHandler(routes, getStayCalendar)({ actor, ifNoneMatch: null })) as FileReply;
    },
    async readStayReceipt(read) {
      const actor = await authenticate(read);
      return getStayReceipt.reply.parse(await findHandler(routes, getStayReceipt)({ actor }));
    },
    async readBookingStore({ product, storeId, address }) {
      const handle = findHandler(routes, getBookingStore);
      return getBookingStore.reply.parse(await handle({ params: { product, storeId }, address, header: () => null }));
    },
    async readBookingChain({ product, address }) {
      const handle = findHandler(routes, getBookingChain);
      return getBookingChain.reply.parse(await handle({ params: { product }, address }));
    },
    async readPublishedPolicy({ product, version, address }) {
      const handle = findHandler(routes, getPublishedPolicy);
      const query = version === null ? {} : { version };
      return getPublishedPolicy.reply.parse(await handle({ params: { product }, query, address }));
    },
  };
}

function findHandler(routes: readonly Route[], endpoint: Endpoint): (input: object) => Promise<unknown> {
  const route = routes.find((one) => one.endpoint === endpoint);
  if (route === undefined) throw new Error(`${endpoint.path} has no route`);
  return route.handle as (input: object) => Promise<unknown>;
}
