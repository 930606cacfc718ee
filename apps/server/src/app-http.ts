import type { FastifyInstance } from 'fastify';
import type { Foundation } from './app-foundation.ts';
import type { AppModules } from './app-modules.ts';
import {
  clientAddresses,
  createDocumentReads,
  createHttp,
  pollFastPath,
  reportIgnoredProxies,
  requestLimits,
  requestTimes,
  serveRoutes,
  serveDocs,
  serveObservability,
  serveWeb,
  slotsOfPool,
  traceRequests,
  type EventStreams,
  type Route,
} from './http/index.ts';
import { VERSION } from './version.ts';
import { listBookingPaths, readBookingPreview } from './modules/booking/index.ts';
import { createChannelAuthenticator } from './modules/channels/index.ts';
import { createGuestAuthenticator } from './modules/guest-access/index.ts';

interface Content {
  readonly routes: readonly Route[];
  readonly streams: EventStreams;
  /** While true, the server answers requests, but /readyz reports that it is not ready for people. */
  readonly isPreparing: () => boolean;
  readonly isStopping: () => boolean;
}

/** Creates the HTTP server with all its routes. It does not listen yet. */
export async function openHttp(
  { config, db, clock, events, log, mqtt, metrics, tracing, staffPriority, lookups }: Foundation,
  authenticator: AppModules['authenticator'],
  { routes, streams, isPreparing, isStopping }: Content,
): Promise<FastifyInstance> {
  const times = requestTimes(metrics);
  const limits = requestLimits(config.requestLimit);
  const fastPath = pollFastPath({ clock, readEpoch: authenticator.readEpoch, times, limits });
  const addresses = clientAddresses(config.trustProxy, reportIgnoredProxies(metrics, log));
  const http = await createHttp({ log, addresses, fastPath });
  if (tracing !== null) traceRequests(http, tracing);
  const serving = {
    db,
    clock,
    authenticate: authenticator.authenticate,
    recall: authenticator.recall,
    authenticateChannel: createChannelAuthenticator({ db, clock, lookups }),
    authenticateGuest: createGuestAuthenticator({ db, clock, lookups, isLimited: config.requestLimit > 0 }),
    pollFastPath: fastPath,
    addresses,
    limits,
    staffPriority,
    slots: slotsOfPool(config.databasePool),
    searchTimeoutMs: config.searchTimeoutMs,
  };
  await serveWeb(http, {
    ...config,
    addresses,
    reads: createDocumentReads(serving, routes),
    listBookingPaths: () => listBookingPaths(db),
    readBookingPreview: (product, storeId) => readBookingPreview(db, { product, storeId }),
  });
  serveObservability(http, {
    version: VERSION,
    metrics,
    metricsToken: config.metricsToken,
    times,
    ping: db.ping,
    pool: db.pool,
    poolSize: config.databasePool,
    isMqttConnected: mqtt.isConnected,
    streams: streams.count,
    unreadEvents: events.unread,
    isPreparing,
    isStopping,
  });
  serveDocs(http);
  for (const route of routes) serveRoutes(http, serving, route);
  http.addHook('preClose', async () => streams.close());
  return http;
}
