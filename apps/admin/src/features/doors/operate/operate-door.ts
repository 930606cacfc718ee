import type { Door } from '@munjigi/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { putCommand, useLatestCommand } from '../../devices/index.ts';

export type DoorAction = 'OPEN' | 'LOCK';

const ENDPOINT_OF = {
  OPEN: 'POST /api/v2/{product}/door/open',
  LOCK: 'POST /api/v2/{product}/door/lock',
} as const;

/** A command of this page: on its way to the server, or refused before it was created. */
export interface Attempt {
  readonly action: DoorAction;
  /** The latest known command when the button was pressed: any other command is new. */
  readonly before: string | null;
  readonly error: unknown;
  readonly isPending: boolean;
}

/**
 * Commands a door to open or lock, once per press: a second tap while the first is under way does nothing. Never
 * retried automatically, because a first command without an answer may have opened the door (DR-2).
 */
export function useOperateDoor(product: string, door: Door) {
  const client = useQueryClient();
  const command = useLatestCommand(product, door.id);
  const underWay = useRef(new Set<DoorAction>());
  const [attempt, setAttempt] = useState<Attempt | null>(null);

  async function operate(action: DoorAction, reason?: string): Promise<void> {
    if (underWay.current.has(action)) return;
    underWay.current.add(action);
    const mine: Attempt = { action, before: command?.id ?? null, error: null, isPending: true };
    setAttempt(mine);
    try {
      const body = { doorId: door.id, ...(reason !== undefined && { reason }) };
      const answer = await call(ENDPOINT_OF[action], { params: { product }, body });
      putCommand(client, product, answer);
      setAttempt((latest) => (latest === mine ? null : latest));
    } catch (error) {
      setAttempt((latest) => (latest === mine ? { ...mine, error, isPending: false } : latest));
    } finally {
      underWay.current.delete(action);
    }
  }

  return { command, attempt, operate };
}
