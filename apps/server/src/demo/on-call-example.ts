import type { Incident, OnCallPerson, OnCallRules } from '@munjigi/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { App } from '../app.ts';
import { signInToHeadOffice, type HeadOffice } from './head-office.ts';
import type { DemoProduct } from './world.ts';

/** The on-call rules of the demo, switched on in one store, with an incident that escalates and one that a person took (OC-1, OC-5). */

/** Sets the rules: the franchisee by e-mail, and after ten minutes head office. Switched-off rules begin nothing. */
export async function setDemoOnCallRules(office: HeadOffice, storeId: string, isEnabled: boolean): Promise<void> {
  const { version, conditions } = await office.ask<OnCallRules>('GET', `/store/${storeId}/on-call`);
  if (version !== null) return;
  const { items: people } = await office.ask<{ items: OnCallPerson[] }>('GET', `/store/${storeId}/on-call/person`);
  const step = (role: 'FRANCHISEE' | 'ADMIN', afterMinutes: number) => ({
    userIds: people.filter(({ roles }) => roles.includes(role)).map(({ userId }) => userId),
    channels: ['EMAIL'],
    afterMinutes,
  });
  await office.ask('POST', `/store/${storeId}/on-call`, {
    version: null,
    isEnabled,
    // The locks of the demo turn by themselves, and each turn would begin an incident.
    conditions: conditions.map((rule) => (rule.condition === 'ALARM' ? { ...rule, isEnabled: false } : rule)),
    steps: [step('FRANCHISEE', 0), step('ADMIN', 10)],
    quietFrom: '23:00',
    quietUntil: '08:00',
  });
}

const POLL_MS = 2000;
const MOST_POLLS = 60;

/** Takes the first of two incidents about messages, as soon as the server has begun both. */
export function acknowledgeDemoIncident(
  app: App,
  log: FastifyBaseLogger,
  { product, storeId }: { readonly product: DemoProduct; readonly storeId: string },
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let polls = 0;
  const poll = async () => {
    polls += 1;
    const office = await signInToHeadOffice(app, product);
    if (office === null) return;
    const { items } = await office.ask<{ items: Incident[] }>(
      'GET',
      `/incident?storeId=${storeId}&kind=MESSAGE_UNDELIVERABLE&limit=10`,
    );
    const first = items.at(-1);
    if (first && items.length > 1) await office.ask('POST', `/incident/${first.id}/acknowledge`, {});
    await office.signOut();
    if (items.length < 2 && polls < MOST_POLLS) schedulePoll();
  };
  const schedulePoll = () => {
    timer = setTimeout(() => {
      poll().catch((error: unknown) => log.warn({ err: error }, 'an incident of the demo was not taken'));
    }, POLL_MS);
  };
  schedulePoll();
  return () => clearTimeout(timer);
}
