import type { EventName } from '@munjigi/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accessToken, reportSessionEnded } from '../api/session.ts';
import { alarmLive } from '../features/alarms/alarms.live.ts';
import { emergencyLive } from '../features/doors/emergency.live.ts';
import { notificationLive } from '../features/notifications/notifications.live.ts';
import { overviewLive } from '../features/overview/overview.live.ts';
import { useProduct } from './auth.tsx';
import { openEventStream } from './event-stream.ts';
import { rereadNamed, rereadQueries } from './live-cache.ts';
import type { LiveHandlers, LiveTarget } from './live-handlers.ts';
import { setLiveState } from './live-state.ts';

/** The handlers that the first screen needs. */
export const FIRST_HANDLERS: readonly LiveHandlers[] = [alarmLive, emergencyLive, notificationLive, overviewLive];

/** The first handlers, and those of the other screens once `screen-live.ts` is loaded. */
let handlers = FIRST_HANDLERS;
let isLoading = false;

/**
 * Keeps the only event stream of a signed-in person open (AP-6) and passes each event to the features' handlers.
 * Ignores events without a handler: a newer server may send more than this page understands.
 */
export function useLive(): void {
  const product = useProduct();
  const client = useQueryClient();

  useEffect(() => {
    const target: LiveTarget = { client, product };
    const close = openEventStream({
      url: `/api/v2/${encodeURIComponent(product)}/events`,
      token: accessToken,
      onEvent: (name, data) => handEvent(name, data, target),
      onFresh: () => {
        refetch(handlers, target);
        loadScreenHandlers(target);
      },
      onReset: () => {
        for (const feature of handlers) feature.reset?.(target);
        rereadQueries(client, {});
      },
      onEnd: reportSessionEnded,
      onState: setLiveState,
    });
    return () => {
      close();
      setLiveState('connecting');
    };
  }, [client, product]);
}

function refetch(features: readonly LiveHandlers[], target: LiveTarget): void {
  for (const { queries } of features) for (const name of queries) rereadNamed(target, name);
}

/**
 * Loads the handlers of the other screens once, and then refetches what they missed. After a failure the next event
 * loads them.
 */
function loadScreenHandlers(target: LiveTarget): void {
  if (handlers !== FIRST_HANDLERS || isLoading) return;
  isLoading = true;
  import('./screen-live.ts')
    .then(
      ({ SCREEN_HANDLERS }) => {
        handlers = [...FIRST_HANDLERS, ...SCREEN_HANDLERS];
        refetch(SCREEN_HANDLERS, target);
      },
      (error: unknown) => console.warn('The handlers of events are not loaded', error),
    )
    .finally(() => {
      isLoading = false;
    });
}

function handEvent(name: string, data: unknown, target: LiveTarget): void {
  loadScreenHandlers(target);
  for (const feature of handlers) {
    // The server validated the payload by the contract's schema of this name; the browser loads no zod to validate it
    // again.
    const handler = feature[name as EventName] as ((data: unknown, target: LiveTarget) => void) | undefined;
    handler?.(data, target);
  }
}
