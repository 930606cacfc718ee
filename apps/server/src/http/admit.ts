import { getGuestPage, reachOf, type Access, type Endpoint } from '@munjigi/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerId, type Caller, type Channel, type GuestCaller, type Person } from './caller.ts';
import type { ClientAddresses } from './client-address.ts';
import { readGuestDevice, setGuestDevice, type GuestDevice } from './guest-device.ts';
import { parseParams } from './parse.ts';
import { notFound, Problem } from './problem.ts';
import type { RequestLimits } from './limits/request-limits.ts';
import type { Route } from './route.ts';
import type { StaffPriority } from './limits/staff-priority.ts';

/**
 * Verifies a Bearer token; refuses with a Problem. The stores are all of the person's, before a capability limits them.
 */
export type Authenticate = (token: string, address: string) => Promise<Person>;

/**
 * The person of a token as this process last read them, without a query: the first transaction must check the rights.
 * `null`: the process does not know them. Refuses an invalid token with a Problem.
 */
export type Recall = (token: string, address: string) => Promise<Person | null>;

/** Verifies an API key, and records its use; refuses with a Problem. */
export type AuthenticateChannel = (key: string, address: string) => Promise<Channel>;

/**
 * Verifies the access token of a guest, limits its use, and records it; refuses with a Problem. Acts and reads have
 * separate limits.
 */
export type AuthenticateGuest = (
  token: string | null,
  request: {
    readonly address: string;
    readonly device: GuestDevice;
    readonly isAct: boolean;
    /** Whether a companion is admitted as well: they get `NOT_FOR_COMPANIONS` otherwise (GT-21). */
    readonly admitsCompanions: boolean;
    /** A document, whose request has not all cookies of a device: it never makes a link a shared one (GT-14). */
    readonly isDocument?: boolean;
  },
) => Promise<GuestCaller>;

/** What decides about the right to an endpoint, and how often it is used. */
export interface Admission {
  readonly authenticate: Authenticate;
  readonly recall: Recall;
  readonly authenticateChannel: AuthenticateChannel;
  readonly authenticateGuest: AuthenticateGuest;
  readonly addresses: ClientAddresses;
  readonly limits: RequestLimits;
  readonly staffPriority: StaffPriority;
}

/** Admits a person by the token of their session, with the stores that the endpoint's capability reaches. */
export async function admitPerson(
  serving: Admission,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Person> {
  const { limits, staffPriority } = serving;
  const { endpoint } = route;
  const recalled = await recallAllowed(serving, route, request);
  const person = recalled ?? (await authenticatePerson(serving, request));
  limits.countRequest(person.userId);
  // A stream stays open for hours, and has a separate limit.
  if (endpoint.kind !== 'stream') limits.countUnderWay(person.userId, reply.raw);
  const isShort = endpoint.kind !== 'stream' && endpoint.kind !== 'file' && endpoint.load === undefined;
  if (isShort) staffPriority.countRequest(reply.raw);
  return recalled ?? limitToEndpoint(endpoint, request, person);
}

export function authenticatePerson({ authenticate, addresses }: Admission, request: FastifyRequest): Promise<Person> {
  const token = bearerOf(request);
  if (!token) throw new Problem('NOT_SIGNED_IN');
  return authenticate(token, addresses.of(request.raw));
}

/** A recalled person whom the endpoint admits. A refusal may come from outdated rights, so it is not made here. */
async function recallAllowed(
  { recall, addresses }: Admission,
  { endpoint, beginsWithTransaction }: Route,
  request: FastifyRequest,
): Promise<Person | null> {
  const token = bearerOf(request);
  if (!token || !beginsWithTransaction) return null;
  const person = await recall(token, addresses.of(request.raw));
  try {
    return person && limitToEndpoint(endpoint, request, person);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** The person with the stores that the endpoint's capability reaches. Refuses a person without the capability. */
export function limitToEndpoint(endpoint: Endpoint, request: FastifyRequest, person: Person): Person {
  const access = endpoint.access as Exclude<Access, 'public' | 'channel' | 'guest' | 'companion'>;
  if (person.mustSetSecondFactor && !endpoint.isOpenWithoutSecondFactor) throw new Problem('SECOND_FACTOR_REQUIRED');
  checkParams(request, person);
  // An endpoint without a capability may still name stores to people (`me`): all stores that they have the right to
  // see.
  const reach = reachOf(person.roles, access === 'signed-in' ? 'stores:read' : access);
  if (access === 'signed-in' && reach === null) return person;
  if (reach === null) throw new Problem('CAPABILITY_MISSING', { capability: access });
  return { ...person, storeIds: reach === 'all' ? 'all' : person.assignedStoreIds };
}

/**
 * Admits a channel by its API key. Endpoints for channels accept no person's token, and endpoints for people no API
 * key.
 */
export async function admitChannel(
  { authenticateChannel, addresses, limits }: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Channel> {
  const key = bearerOf(request);
  if (!key) throw new Problem('API_KEY_INVALID');
  const channel = await authenticateChannel(key, addresses.of(request.raw));
  limits.countUnderWay(channel.keyId, reply.raw);
  checkParams(request, channel);
  return channel;
}

export function isForGuests({ access }: Endpoint): boolean {
  return access === 'guest' || access === 'companion';
}

/** Admits a guest by the access token of their reservation, at endpoints for guests only, or their companion. */
export async function admitGuest(
  { authenticateGuest, addresses, limits }: Admission,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<GuestCaller> {
  const device = readGuestDevice(request);
  const guest = await authenticateGuest(bearerOf(request), {
    address: addresses.of(request.raw),
    device,
    isAct: request.method !== 'GET',
    admitsCompanions: endpoint.access === 'companion',
  });
  // With the first reply that a page waits for, so that two replies at once do not give a device two cookies.
  if (device.length === 0 && endpoint === getGuestPage) setGuestDevice(request, reply, '/api/v2');
  limits.countUnderWay(callerId(guest), reply.raw);
  checkParams(request, guest);
  return guest;
}

function bearerOf({ headers: { authorization } }: FastifyRequest): string | null {
  return authorization?.startsWith('Bearer ') ? authorization.slice(7) : null;
}

function checkParams(request: FastifyRequest, { productSlug }: Caller): void {
  request.checkedParams = parseParams(request.params as Record<string, string>);
  const { product } = request.checkedParams;
  // For this caller other products do not exist.
  if (product !== undefined && product !== productSlug) throw notFound();
}
