import type {
  BodyOf,
  listMessageProviders,
  MessageProviderSettings,
  ReplyOf,
  setMessageProvider,
} from '@munjigi/contract';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../../db/index.ts';
import { invalidInput, staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';
import type { GuestLinks } from '../../guest-access/index.ts';
import { addressFaultOf, sealPlace, type MessageProviderAccess } from './message-providers.ts';

type Row = Omit<Selectable<Tables['message_providers']>, 'secret'>;

/** Of the columns, a person reads all but the secret. */
const READABLE = [
  'product_id',
  'provider',
  'account',
  'address',
  'has_secret',
  'sender_phone',
  'kakao_channel_id',
  'sender_email',
  'is_enabled',
  'code_budget',
  'changed_at',
  'changed_by_name',
  'version',
  'last_error',
  'failing_since',
  'failures',
  'retry_at',
] as const satisfies readonly (keyof Row)[];

interface SettingScreenDeps {
  readonly access: MessageSettingDeps;
  readonly links: Pick<GuestLinks, 'origin'>;
}

export type MessageSettingDeps = Pick<MessageProviderAccess, 'seal' | 'addresses' | 'reportSecretOf'>;

/** The product of a caller. */
interface Owner {
  readonly productId: string;
  readonly productSlug: string;
}

export async function listMessageSettings(
  tx: Tx,
  { access, links }: SettingScreenDeps,
  owner: Owner,
): Promise<ReplyOf<typeof listMessageProviders>> {
  const [rows, waiting] = await Promise.all([
    tx.selectFrom('message_providers').select(READABLE).orderBy('provider').execute(),
    countWaiting(tx),
  ]);
  return {
    items: rows.map((row) => toSettings(access, owner, row, waiting)),
    hasLinks: links.origin !== null,
  };
}

/**
 * Saves how a provider is reached. An omitted secret stays. Throws STALE for an outdated version, and INVALID_INPUT for
 * missing settings and addresses that this server does not call.
 */
export async function changeProvider(
  deps: MessageSettingDeps,
  work: UnitOfWork,
  body: BodyOf<typeof setMessageProvider>,
): Promise<MessageProviderSettings> {
  const { tx, clock, actor } = work;
  const { provider } = body;
  const before = await tx
    .selectFrom('message_providers')
    .select(READABLE)
    .where('provider', '=', provider)
    .forUpdate()
    .executeTakeFirst();
  if ((before?.version ?? null) !== (body.version ?? null))
    throw staleProblem(before ? toSettings(deps, actor, before, await countWaiting(tx)) : null);
  refuseIncomplete(deps, body, before);
  const row = {
    product_id: actor.productId,
    provider,
    account: body.account,
    address: body.address,
    sender_phone: body.senderPhone,
    kakao_channel_id: body.kakaoChannelId,
    sender_email: body.senderEmail,
    is_enabled: body.isEnabled,
    ...(body.codeBudget !== undefined && { code_budget: body.codeBudget }),
    changed_at: clock.now(),
    changed_by_name: actor.name,
    version: (before?.version ?? 0) + 1,
    // New settings are tried at once.
    last_error: null,
    failing_since: null,
    failures: 0,
    retry_at: null,
  };
  const secret =
    body.secret === undefined ? undefined : deps.seal.seal(body.secret, sealPlace(actor.productId, provider));
  const after = await saveProvider(tx, row, secret, before !== undefined);
  await recordChange(work, {
    storeId: null,
    action: 'message-provider.set',
    subject: { kind: 'message-provider', id: null },
    detail: {
      provider,
      address: body.address,
      isEnabled: body.isEnabled,
      codeBudget: after.code_budget,
      isNewSecret: body.secret !== undefined,
    },
  });
  return toSettings(deps, actor, after, await countWaiting(tx));
}

/** Updates the row of a provider, or inserts it. Without a secret the stored one stays. */
function saveProvider(
  tx: Tx,
  row: Omit<Insertable<Tables['message_providers']>, 'secret'>,
  secret: Buffer | undefined,
  isKnown: boolean,
): Promise<Row> {
  if (isKnown)
    return tx
      .updateTable('message_providers')
      .set({ ...row, ...(secret && { secret }) })
      .where('provider', '=', row.provider)
      .returning(READABLE)
      .executeTakeFirstOrThrow();
  return tx
    .insertInto('message_providers')
    .values({ ...row, secret: secret ?? null })
    .returning(READABLE)
    .executeTakeFirstOrThrow();
}

/** Throws INVALID_INPUT with every field that the provider needs and that is missing or not allowed. */
function refuseIncomplete(
  { addresses }: MessageSettingDeps,
  body: BodyOf<typeof setMessageProvider>,
  before: Row | undefined,
): void {
  const isSolapi = body.provider === 'SOLAPI';
  const needed = isSolapi ? (['account', 'senderPhone'] as const) : (['address', 'senderEmail'] as const);
  const errors = needed
    .filter((path) => body[path] === '')
    .map((path) => ({ path: path as string, code: 'required', message: 'This provider needs it' }));
  const fault = errors.length > 0 ? null : addressFaultOf(addresses, body.provider, body.address);
  if (fault !== null)
    errors.push({ path: 'address', code: 'not_allowed', message: `This server does not call it: ${fault}` });
  // A secret belongs to one account at one address, so another one needs its own.
  const isSame = before?.has_secret && before.address === body.address && before.account === body.account;
  if (body.secret === undefined && !isSame && (isSolapi || body.account !== ''))
    errors.push({ path: 'secret', code: 'required', message: 'The secret of this account is needed' });
  if (errors.length > 0) throw invalidInput(errors);
}

async function countWaiting(tx: Tx): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from messages where state = 'QUEUED' and send_at <= now()`.execute(tx);
  return rows[0]?.waiting ?? 0;
}

function toSettings(
  { reportSecretOf }: MessageSettingDeps,
  { productId, productSlug }: Owner,
  row: Row,
  waiting: number,
): MessageProviderSettings {
  const { last_error: error, failing_since: since } = row;
  return {
    provider: row.provider,
    account: row.account,
    address: row.address,
    hasSecret: row.has_secret,
    senderPhone: row.sender_phone,
    kakaoChannelId: row.kakao_channel_id,
    senderEmail: row.sender_email,
    isEnabled: row.is_enabled,
    codeBudget: row.code_budget,
    reportPath: row.provider === 'SOLAPI' ? `/api/v2/${productSlug}/message-report/${reportSecretOf(productId)}` : null,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by_name,
    trouble: error !== null && since !== null ? { error, waiting, since: since.toISOString() } : null,
    version: row.version,
  };
}
