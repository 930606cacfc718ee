import type { MessageChannel, MessageProvider, MessageTemplate } from '@munjigi/contract';
import { phoneDigits } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import { canReceiveSms } from '../../staff-messages/index.ts';
import type { GuestMessage } from '../drivers/driver.ts';
import type { OpenMessageProvider } from '../providers/message-providers.ts';
import type { GuestMessageRow } from './messages.sql.ts';
import { smsChannelOf } from '../templates/render-template.ts';
import type { Stay } from '../templates/stay-facts.sql.ts';

/** Which channel a message goes through: alimtalk, then SMS or LMS, then e-mail (MS-4, MS-14). */

export type MessageProviders = ReadonlyMap<MessageProvider, OpenMessageProvider>;

export interface MessageRoute {
  readonly channel: MessageChannel;
  readonly provider: OpenMessageProvider;
  readonly to: string;
  readonly from: string;
  readonly alimtalk: GuestMessage['alimtalk'];
}

interface RouteChoice {
  readonly row: Pick<GuestMessageRow, 'store_id' | 'id'>;
  readonly stay: Stay;
  readonly template: MessageTemplate;
  readonly providers: MessageProviders;
  readonly body: string;
}

/** The first channel that has not failed yet, or the reason why none is left. */
export async function chooseRoute(tx: Tx, choice: RouteChoice): Promise<MessageRoute | string> {
  const { row, stay, providers } = choice;
  const routes = [...routesOfSolapi(choice), ...routesOfEmail(choice)];
  if (routes.length === 0)
    return providers.has('SOLAPI') && !canReceiveSms(stay.guestPhone) ? 'NOT_A_MOBILE_NUMBER' : 'NO_CHANNEL';
  const failed = await tx
    .selectFrom('message_attempts')
    .select(['channel', 'error'])
    .where('store_id', '=', row.store_id)
    .where('message_id', '=', row.id)
    .where('state', 'in', ['FAILED', 'UNKNOWN'])
    .where('is_final', '=', true)
    .orderBy('started_at', 'desc')
    .execute();
  const next = routes.find((route) =>
    failed.every((attempt) => attempt.channel !== route.channel && !(isSms(attempt.channel) && isSms(route.channel))),
  );
  return next ?? failed[0]?.error ?? 'NO_CHANNEL';
}

function isSms(channel: string): boolean {
  return channel === 'SMS' || channel === 'LMS';
}

function routesOfSolapi({ stay, template, providers, body }: RouteChoice): MessageRoute[] {
  const provider = providers.get('SOLAPI');
  if (!provider || !canReceiveSms(stay.guestPhone)) return [];
  const to = phoneDigits(stay.guestPhone);
  const from = stay.senderPhone === '' ? provider.row.sender_phone : stay.senderPhone;
  const channelId = provider.row.kakao_channel_id;
  const sms = { channel: smsChannelOf(body), provider, to, from, alimtalk: null };
  if (template.alimtalkState !== 'APPROVED' || template.alimtalkCode === '' || channelId === '') return [sms];
  const alimtalk = { channelId, templateCode: template.alimtalkCode };
  return [{ channel: 'ALIMTALK', provider, to, from, alimtalk }, sms];
}

function routesOfEmail({ stay, providers }: RouteChoice): MessageRoute[] {
  const provider = providers.get('SMTP');
  if (!provider || stay.guestEmail === '') return [];
  const from = stay.senderEmail === '' ? provider.row.sender_email : stay.senderEmail;
  return [{ channel: 'EMAIL', provider, to: stay.guestEmail, from, alimtalk: null }];
}

/** The provider of the next attempt, so that a message waits for no other one. */
export async function findNextProvider(
  tx: Tx,
  { product_id: productId, store_id: storeId, id }: Pick<GuestMessageRow, 'product_id' | 'store_id' | 'id'>,
  stay: Stay,
): Promise<MessageProvider> {
  if (stay.guestEmail === '') return 'SOLAPI';
  const { rows } = await sql<{ has_solapi: boolean; has_smtp: boolean; has_failed: boolean }>`
    select exists (select from message_providers where product_id = ${productId} and provider = 'SOLAPI' and is_enabled)
      as has_solapi,
      exists (select from message_providers where product_id = ${productId} and provider = 'SMTP' and is_enabled)
        as has_smtp,
      exists (select from message_attempts where store_id = ${storeId} and message_id = ${id}
        and channel in ('SMS', 'LMS')
        and state in ('FAILED', 'UNKNOWN') and is_final) as has_failed`.execute(tx);
  const [found] = rows;
  const isSmsLeft = found?.has_solapi === true && !found.has_failed && canReceiveSms(stay.guestPhone);
  return found?.has_smtp === true && !isSmsLeft ? 'SMTP' : 'SOLAPI';
}
