import { Agent } from 'node:http';
import type { SeededRandom } from '../../demo/random.ts';
import { generateRequest } from './generate.ts';
import { findFault, toCommand } from './faults.ts';
import type { Operation } from './openapi-operations.ts';
import { sendRequest } from './send.ts';

export interface Campaign {
  readonly url: string;
  readonly slug: string;
  readonly operations: readonly Operation[];
  readonly callers: readonly { readonly name: string; token: string | null }[];
  readonly count: number;
  readonly random: SeededRandom;
  /** Ids of rows that requests name; read before each request, so that they can be replaced. */
  readonly ids: () => Readonly<Record<string, readonly string[]>>;
  /** Called after so many requests, when none is under way. */
  readonly onPause?: (sent: number) => Promise<void>;
}

export interface CampaignReport {
  readonly sent: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Operations that accepted at least one request, or refused it for its contents rather than its shape. */
  readonly deepOperations: ReadonlySet<string>;
  readonly faults: readonly string[];
}

const AT_ONCE = 16;
const PAUSE_EVERY = 1000;
const DAY_MS = 24 * 3600_000;
/** Operations that end the caller's session, or lock every role out for the rest of the run. */
const ENDS_THE_RUN = new Set(['logout', 'editSignInRules', 'closeStore']);

/** Sends wrong requests, each operation by each caller in turn, and judges every reply. */
export async function runCampaign(campaign: Campaign): Promise<CampaignReport> {
  const { operations, callers, count } = campaign;
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses: Record<string, number> = {};
  const deepOperations = new Set<string>();
  const faults: string[] = [];
  let next = 0;
  const sendNext = async (number: number) => {
    const operation = operations[number % operations.length];
    const caller = callers[Math.floor(number / operations.length) % callers.length];
    if (!operation || !caller) throw new Error('Nothing to send');
    const source = { random: campaign.random, ids: campaign.ids(), startsAt: startOf(campaign.random) };
    const request = generateRequest(operation, campaign.slug, source);
    // Sent without a token, so that everything except its effect is tested.
    const name =
      ENDS_THE_RUN.has(operation.operationId) &&
      caller.token !== null &&
      !isRefusedAnyway(operation.operationId, caller.name)
        ? 'anonymous'
        : caller.name;
    const token = name === caller.name ? caller.token : null;
    const reply = await sendRequest(campaign.url, agent, request, token);
    const status = reply.status === 0 ? 'closed' : String(reply.status);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if ([200, 404, 409, 422].includes(reply.status) && request.method === operation.method && token !== null)
      deepOperations.add(operation.operationId);
    const fault = findFault(request, reply);
    if (fault !== null)
      faults.push(`#${number} ${operation.operationId} by ${name}: ${fault}\n  ${toCommand(request, name)}`);
  };
  while (next < count) {
    const end = Math.min(count, next + PAUSE_EVERY);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < end) await sendNext(next++);
      }),
    );
    await campaign.onPause?.(next);
  }
  agent.destroy();
  return { sent: count, statuses, deepOperations, faults };
}

function isRefusedAnyway(operationId: string, caller: string): boolean {
  return operationId !== 'logout' && caller !== 'ADMIN';
}

/** A full hour of the next days, or a past one. */
function startOf(random: SeededRandom): Date {
  const day = random.next() < 0.2 ? -random.int(1, 700) : random.int(1, 60);
  return new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + day * DAY_MS + random.int(0, 23) * 3600_000);
}
