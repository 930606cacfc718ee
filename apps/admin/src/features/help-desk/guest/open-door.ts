import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { putCommand, useLatestCommand } from '../../devices/index.ts';
import { pageKey } from '../help-desk.live.ts';

/** A command of this page: on its way to the server, or refused before it was created. */
interface Attempt {
  readonly before: string | null;
  readonly error: unknown;
  readonly isPending: boolean;
}

/**
 * Opens a door for the guest, once per press. Never retried automatically, because a first command without an answer
 * may have opened it (DR-2).
 */
export function useOpenDoor(product: string, reservationId: string, doorId: string) {
  const client = useQueryClient();
  // Only commands to open: the automatic relock afterwards says nothing about this one.
  const latest = useLatestCommand(product, doorId, 'OPEN');
  const isUnderWay = useRef(false);
  const [attempt, setAttempt] = useState<Attempt | null>(null);

  async function open(reason?: string): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const before = latest?.id ?? null;
    setAttempt({ before, error: null, isPending: true });
    try {
      const body = { doorId, ...(reason !== undefined && { reason }) };
      putCommand(
        client,
        product,
        await call('POST /api/v2/{product}/help-desk/reservation/{reservationId}/open', {
          params: { product, reservationId },
          body,
        }),
      );
      setAttempt({ before, error: null, isPending: false });
    } catch (error) {
      setAttempt({ before, error, isPending: false });
    } finally {
      isUnderWay.current = false;
      void client.invalidateQueries({ queryKey: pageKey(product, reservationId) });
    }
  }

  // Only commands since the page was opened; older ones are in the door's last minutes.
  const command = attempt !== null && latest !== null && latest.id !== attempt.before ? latest : null;
  return { command, attempt, open };
}
