import type { MessageProvider, ReplyOf, sendTestMessage } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Person } from '../../http/index.ts';
import { personAuditActor, recordAudit } from '../audit/index.ts';
import { openEnabledProviders, type MessageProviderAccess } from './providers/message-providers.ts';
import type { GuestMessage } from './drivers/driver.ts';
import { renderTemplate, smsChannelOf } from './templates/render-template.ts';
import { exampleValues } from './templates/template-values.ts';
import { readTemplate, type TemplateKey } from './templates/templates.ts';

interface TestRequest {
  readonly linkOrigin: string | null;
  readonly actor: Person;
  readonly key: TemplateKey;
  readonly to: string;
}

/** Sends the stored template with the values of an example, and waits for the provider. */
export async function sendTest(
  access: MessageProviderAccess,
  { actor, key, to, linkOrigin }: TestRequest,
): Promise<ReplyOf<typeof sendTestMessage>> {
  const { db, clock } = access;
  const template = await db.withActor(actor, (tx) => readTemplate(tx, key));
  const isEmail = to.includes('@');
  const name: MessageProvider = isEmail ? 'SMTP' : 'SOLAPI';
  const provider = (await openEnabledProviders(access, actor.productId)).get(name);
  if (!provider) return { channel: null, isAccepted: false, error: 'NO_CHANNEL' };
  const values = exampleValues(key.language, linkOrigin);
  const body = renderTemplate(template.body, values);
  const outgoing: GuestMessage = {
    id: uuidv7(),
    channel: isEmail ? 'EMAIL' : smsChannelOf(body),
    to,
    from: isEmail ? provider.row.sender_email : provider.row.sender_phone,
    subject: renderTemplate(template.subject, values),
    body,
    calendar: null,
    alimtalk: null,
  };
  // A test is an attempt without a message: nothing repeats it, so its reference is not needed.
  const outcome = await provider.driver.send(outgoing, async () => undefined);
  await db.withActor(actor, (tx) =>
    recordAudit(tx, {
      productId: actor.productId,
      storeId: null,
      at: clock.now(),
      actor: personAuditActor(actor),
      action: 'message-template.tested',
      subject: { kind: 'message-template', id: null },
      detail: { kind: key.kind, language: key.language, channel: outgoing.channel, state: outcome.kind },
    }),
  );
  return {
    channel: outgoing.channel,
    isAccepted: outcome.kind === 'ACCEPTED',
    error: outcome.kind === 'ACCEPTED' ? null : outcome.error,
  };
}
