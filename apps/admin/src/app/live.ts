import type { EventName } from '@munjigi/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { accessToken, reportSessionEnded } from '../api/session.ts';
import { alarmLive } from '../features/alarms/alarms.live.ts';
import { emergencyLive } from '../features/doors/emergency/emergency.live.ts';
import { notificationLive } from '../features/notifications/notifications.live.ts';
import { overviewLive } from '../features/overview/overview.live.ts';
import { useAuthContext, useProduct } from '../session/auth.tsx';
import { openEventStream } from '../session/event-stream.ts';
import { rereadNamed, rereadQueries } from '../session/live-cache.ts';
import type { LiveHandlers, LiveTarget } from '../session/live-handlers.ts';
import { setLiveState } from '../session/live-state.ts';

/** The handlers that the first screen needs. */
export const FIRST_HANDLERS: readonly LiveHandlers[] = [alarmLive, emergencyLive, notificationLive, overviewLive];

/** The first handlers, and those of the other screens before the stream begins. */
let handlers = FIRST_HANDLERS;

/**
 * Keeps the only event stream of a signed-in person open (AP-6) and passes each event to the features' handlers.
 * Ignores events without a handler: a newer server may send more than this page understands.
 */
export function useLive(): void {
  const product = useProduct();
  const client = useQueryClient();
  const { user } = useAuthContext();
  const startPosition = useEffectEvent(() => user?.eventPosition ?? '');

  useEffect(() => {
    const target: LiveTarget = { client, product };
    const close = openEventStream({
      url: `/api/v2/${encodeURIComponent(product)}/events`,
      token: accessToken,
      // The person is read before all other data, so the stream reports every change since, and nothing is read twice.
      startAfter: startPosition(),
      onEvent: (name, data) => dispatchEvent(name, data, target),
      prepare: loadHandlers,
      onFresh: () => {
        for (const { queries } of handlers) for (const name of queries) rereadNamed(target, name);
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

async function loadHandlers(): Promise<void> {
  if (handlers !== FIRST_HANDLERS) return;
  const { SCREEN_HANDLERS } = await import('./screen-live.ts');
  handlers = [...FIRST_HANDLERS, ...SCREEN_HANDLERS];
}

function dispatchEvent(name: string, data: unknown, target: LiveTarget): void {
  for (const feature of handlers) {
    // The server validated the payload by the contract's schema of this name; the browser loads no zod to validate it
    // again.
    const handler = feature[name as EventName] as ((data: unknown, target: LiveTarget) => void) | undefined;
    handler?.(data, target);
  }
}
