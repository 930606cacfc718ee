import {
  MESSAGE_KINDS,
  MESSAGE_LANGUAGES,
  type BodyOf,
  type MessageKind,
  type MessageLanguage,
  type MessageTemplate,
  type previewMessageTemplate,
  type ReplyOf,
  type setMessageTemplate,
} from '@munjigi/contract';
import { DEFAULT_TEMPLATES } from '@munjigi/texts/message-templates';
import { sql, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../../db/index.ts';
import { notFound, Problem, staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';
import { countSmsBytes, findTemplateFaults, hasLink, renderTemplate, smsChannelOf } from './render-template.ts';
import { exampleValues } from './template-values.ts';

type Row = Selectable<Tables['message_templates']>;

/** Names one template of the product. */
export interface TemplateKey {
  readonly kind: MessageKind;
  readonly language: MessageLanguage;
}

/** The key in a path. Throws NOT_FOUND for one that does not exist. */
export function templateKeyOf(params: { readonly kind: string; readonly language: string }): TemplateKey {
  const language = MESSAGE_LANGUAGES.find((one) => one === params.language);
  if (!isMessageKind(params.kind) || !language) throw notFound();
  return { kind: params.kind, language };
}

/** Lists every template in its latest version (MS-3). */
export async function listTemplates(tx: Tx): Promise<{ items: MessageTemplate[] }> {
  const { rows } = await sql<Row>`
    select distinct on (kind, language) * from message_templates order by kind, language, version desc`.execute(tx);
  const rowsByKey = new Map(rows.map((row) => [`${row.kind}:${row.language}`, row]));
  return {
    items: MESSAGE_KINDS.flatMap((kind) =>
      MESSAGE_LANGUAGES.map((language) => {
        const row = rowsByKey.get(`${kind}:${language}`);
        return row ? toTemplate(row) : defaultTemplate({ kind, language });
      }),
    ),
  };
}

/** Reads the latest version of a template of the actor's product. */
export async function readTemplate(tx: Tx, key: TemplateKey): Promise<MessageTemplate> {
  const row = await rowsOf(tx, key).limit(1).executeTakeFirst();
  return row ? toTemplate(row) : defaultTemplate(key);
}

export async function listVersions(tx: Tx, key: TemplateKey): Promise<{ total: number; items: MessageTemplate[] }> {
  const rows = await rowsOf(tx, key).execute();
  const items = [...rows.map(toTemplate), defaultTemplate(key)];
  return { total: items.length, items };
}

/** Adds the next version. Throws STALE for an outdated version, and TEMPLATE_VARIABLES (MS-3). */
export async function changeTemplate(
  work: UnitOfWork,
  key: TemplateKey,
  body: BodyOf<typeof setMessageTemplate>,
): Promise<MessageTemplate> {
  const { tx, clock, actor } = work;
  const lockName = `message template ${actor.productId} ${key.kind} ${key.language}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(tx);
  const before = await readTemplate(tx, key);
  if (before.version !== body.version) throw staleProblem(before);
  const { unknownVariables, missingVariables } = findTemplateFaults(key.kind, body);
  if (unknownVariables.length > 0 || missingVariables.length > 0)
    throw new Problem('TEMPLATE_VARIABLES', {
      errors: [
        ...unknownVariables.map((name) => ({ path: 'body', code: 'unknown_variable', message: name.slice(0, 40) })),
        ...missingVariables.map((name) => ({ path: 'body', code: 'missing_variable', message: name })),
      ],
    });
  const row = await tx
    .insertInto('message_templates')
    .values({
      product_id: actor.productId,
      kind: key.kind,
      language: key.language,
      version: before.version + 1,
      is_enabled: body.isEnabled,
      subject: body.subject,
      body: body.body,
      alimtalk_code: body.alimtalkCode,
      alimtalk_state: body.alimtalkState,
      changed_at: clock.now(),
      changed_by_name: actor.name,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(work, {
    storeId: null,
    action: 'message-template.changed',
    subject: { kind: 'message-template', id: null },
    detail: { kind: key.kind, language: key.language, version: row.version, isEnabled: body.isEnabled },
  });
  return toTemplate(row);
}

/** Renders a text that is being edited, with the values of an example (MS-3). */
export function previewTemplate(
  { kind, language }: TemplateKey,
  text: BodyOf<typeof previewMessageTemplate>,
  linkOrigin: string | null,
): ReplyOf<typeof previewMessageTemplate> {
  const values = exampleValues(language, linkOrigin);
  const body = renderTemplate(text.body, values);
  return {
    subject: renderTemplate(text.subject, values),
    body,
    bytes: countSmsBytes(body),
    channel: smsChannelOf(body),
    isLinkMissing: linkOrigin === null && hasLink(text.body),
    ...findTemplateFaults(kind, text),
  };
}

function rowsOf(tx: Tx, { kind, language }: TemplateKey) {
  return tx
    .selectFrom('message_templates')
    .selectAll()
    .where('kind', '=', kind)
    .where('language', '=', language)
    .orderBy('version', 'desc');
}

function toTemplate(row: Row): MessageTemplate {
  return {
    kind: row.kind as MessageKind,
    language: row.language,
    isEnabled: row.is_enabled,
    subject: row.subject,
    body: row.body,
    alimtalkCode: row.alimtalk_code,
    alimtalkState: row.alimtalk_state,
    version: row.version,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by_name,
  };
}

function defaultTemplate({ kind, language }: TemplateKey): MessageTemplate {
  return {
    kind,
    language,
    isEnabled: true,
    ...DEFAULT_TEMPLATES[language][kind],
    alimtalkCode: '',
    alimtalkState: 'NONE',
    version: 0,
    changedAt: null,
    changedBy: null,
  };
}

function isMessageKind(text: string): text is MessageKind {
  return (MESSAGE_KINDS as readonly string[]).includes(text);
}
