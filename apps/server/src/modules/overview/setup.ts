import {
  SETUP_STEPS,
  reachOf,
  type Capability,
  type QueryOf,
  type readSetup,
  type ReplyOf,
  type SetupStep,
} from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { notFound, type Person } from '../../http/index.ts';
import { findSetups, type SetupRow } from './setup.sql.ts';

/** The capability that each step requires, because no link may lead to a screen that refuses the person. */
const RIGHTS: Readonly<Record<SetupStep, Capability>> = {
  STORE: 'stores:write',
  ROOMS: 'rooms:write',
  DOORS: 'doors:configure',
  PRICES: 'rooms:write',
  PAYMENT: 'webhooks:write',
  PEOPLE: 'users:write',
  RESERVATION: 'reservations:write',
  ON_CALL: 'on-call:configure',
};

/**
 * Reads the progress of the person's store set-ups. Nothing is stored: a step is complete while the data that it
 * requires exists.
 */
export async function readStoreSetups(
  tx: Tx,
  actor: Person,
  { storeId }: QueryOf<typeof readSetup>,
): Promise<ReplyOf<typeof readSetup>> {
  const rows = await findSetups(tx, actor, storeId);
  if (storeId !== undefined && rows.length === 0) throw notFound();
  const steps = SETUP_STEPS.filter((step) => reachOf(actor.roles, RIGHTS[step]) !== null);
  const stores = rows
    .filter((row) => !row.is_closed)
    .map((row) => ({
      storeId: row.id,
      storeName: row.name,
      steps: steps.map((step) => ({ step, state: stateOf(step, row) })),
    }));
  return { stores: stores.filter((store) => store.steps.some(({ state }) => state !== 'DONE')) };
}

function stateOf(step: SetupStep, row: SetupRow): 'OPEN' | 'STARTED' | 'DONE' {
  if (step === 'STORE') return row.has_hours ? 'DONE' : 'STARTED';
  if (step === 'DOORS') return row.has_opened ? 'DONE' : row.has_doors ? 'STARTED' : 'OPEN';
  const isDone = {
    ROOMS: row.has_rooms,
    PRICES: row.has_prices,
    PAYMENT: row.has_payment,
    PEOPLE: row.has_people,
    RESERVATION: row.has_reservation,
    ON_CALL: row.has_on_call,
  }[step];
  return isDone ? 'DONE' : 'OPEN';
}
