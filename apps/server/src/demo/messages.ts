import type { DemoInboxItem } from '@munjigi/contract';
import {
  startVirtualMailbox,
  startVirtualSolapi,
  type VirtualMailbox,
  type VirtualSolapi,
} from '@munjigi/virtual-providers';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { App } from '../app.ts';
import { storeActor, type Database } from '../db/index.ts';
import { listStoreKeys } from '../modules/stores/index.ts';
import { signInToHeadOffice } from './head-office.ts';
import { WORLD } from './world.ts';

const API_KEY = 'DEMO-SOLAPI';
const API_SECRET = 'demo-solapi-secret';
const MAIL = { user: 'demo', password: 'demo-mail-password' };
/** A phone reports a message after about so many milliseconds. */
const REPORT_AFTER_MS = 800;
const DAY_MS = 86_400_000;
/** Phones that the provider refuses, so that the demo has failed messages. */
export const UNREACHABLE_PHONES = ['010-0000-9101', '010-0000-9102'] as const;

interface Providers {
  readonly solapi: VirtualSolapi;
  readonly mailbox: VirtualMailbox;
}

/** Connects each product of the demo to virtual providers of messages, and shows what they received in its inbox. */
export async function startDemoMessages(app: App, log: FastifyBaseLogger): Promise<{ stop(): Promise<void> }> {
  const bySlug = new Map<string, Providers>();
  const timers = new Set<NodeJS.Timeout>();
  for (const product of WORLD) {
    const office = await signInToHeadOffice(app, product);
    if (!office) continue;
    let reportPath: string | null = null;
    const report = (body: object[]) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        if (reportPath !== null)
          postReport(`${app.url}${reportPath}`, body).catch((error: unknown) =>
            log.warn({ err: error }, 'a delivery report of the demo did not arrive'),
          );
      }, REPORT_AFTER_MS);
      timers.add(timer);
    };
    const solapi = await startVirtualSolapi({ apiKey: API_KEY, apiSecret: API_SECRET, onSent: report });
    for (const phone of UNREACHABLE_PHONES) solapi.faults.refused.add(phone.replaceAll('-', ''));
    const mailbox = await startVirtualMailbox(MAIL);
    bySlug.set(product.slug, { solapi, mailbox });
    reportPath = await connectProviders(office, { solapi, mailbox });
    await office.signOut();
  }
  app.demoInbox.read = (slug) => toInbox(bySlug.get(slug));
  return {
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all([...bySlug.values()].flatMap(({ solapi, mailbox }) => [solapi.close(), mailbox.close()]));
    },
  };
}

/**
 * Queues the messages of the guests who come within two days: their reservations were seeded before the product had a
 * provider. A guest who has them already gets none.
 */
export async function sendToComingGuests(db: Database, now: Date): Promise<void> {
  for (const { productId, storeId } of await listStoreKeys(db))
    await db.withActor(storeActor(productId, storeId), (tx) =>
      sql`select queue_messages_of_confirmation(r) from reservations r
          where r.store_id = ${storeId} and r.kind = 'GUEST' and r.state = 'CONFIRMED'
            and r.starts_at > ${now} and r.starts_at < ${new Date(now.getTime() + 2 * DAY_MS)}`.execute(tx),
    );
}

async function postReport(url: string, body: object[]): Promise<void> {
  await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

type Office = NonNullable<Awaited<ReturnType<typeof signInToHeadOffice>>>;

/** The ports differ with each start, so the settings are written with each start. Returns the path of the reports. */
async function connectProviders(office: Office, { solapi, mailbox }: Providers): Promise<string | null> {
  const { items } = await office.ask<{ items: { provider: string; version: number }[] }>('GET', '/message-provider');
  const versionOf = (provider: string) => {
    const version = items.find((item) => item.provider === provider)?.version;
    return version === undefined ? {} : { version };
  };
  const set = await office.ask<{ reportPath: string | null }>('POST', '/message-provider', {
    provider: 'SOLAPI',
    ...versionOf('SOLAPI'),
    account: API_KEY,
    secret: API_SECRET,
    address: solapi.url,
    senderPhone: '02-1234-5678',
  });
  await office.ask('POST', '/message-provider', {
    provider: 'SMTP',
    ...versionOf('SMTP'),
    account: MAIL.user,
    secret: MAIL.password,
    address: mailbox.address,
    senderEmail: 'no-reply@demo.test',
  });
  return set.reportPath;
}

function toInbox(providers: Providers | undefined): DemoInboxItem[] {
  if (!providers) return [];
  return [
    ...providers.solapi.received.map((sms) => ({
      id: sms.messageId,
      channel: sms.type === 'ATA' ? ('ALIMTALK' as const) : sms.type,
      to: sms.to,
      from: sms.from,
      subject: sms.subject,
      body: sms.text,
      receivedAt: sms.receivedAt.toISOString(),
    })),
    ...providers.mailbox.received.map((mail) => ({
      id: mail.messageId,
      channel: 'EMAIL' as const,
      to: mail.to,
      from: mail.from,
      subject: mail.subject,
      body: mail.body,
      receivedAt: mail.receivedAt.toISOString(),
    })),
  ];
}
