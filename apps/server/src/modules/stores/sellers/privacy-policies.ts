import type { BodyOf, PrivacyPolicy, publishPrivacyPolicy, ReplyOf } from '@munjigi/contract';
import { PRIVACY_TEMPLATE } from '@munjigi/texts/privacy-policy';
import type { Selectable } from 'kysely';
import { businessDateOf } from '@munjigi/rules';
import type { Tables, Tx } from '../../../db/index.ts';
import { staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';

type PolicyReply = ReplyOf<typeof publishPrivacyPolicy>;

/** Reads the latest policy of the chain, or the template to begin with. */
export async function readPrivacyPolicy({ tx, clock }: UnitOfWork, product: string): Promise<PolicyReply> {
  return toReply(product, (await findLatest(tx)) ?? templateAt(clock.now()));
}

/** Publishes the next version. Throws STALE when another person published one first. */
export async function publishPolicy(
  work: UnitOfWork,
  product: string,
  { version, ...fields }: BodyOf<typeof publishPrivacyPolicy>,
): Promise<PolicyReply> {
  const { tx, clock, actor } = work;
  const before = await findLatest(tx);
  if ((before?.version ?? 0) !== version) throw staleProblem(await readPrivacyPolicy(work, product));
  const row = await tx
    .insertInto('privacy_policies')
    .values({
      product_id: actor.productId,
      version: version + 1,
      effective_on: fields.effectiveOn,
      officer_name: fields.officerName,
      officer_contact: fields.officerContact,
      processors: JSON.stringify(fields.processors),
      body: fields.body,
      body_en: fields.bodyEn,
      changed_at: clock.now(),
      changed_by_name: actor.name,
    })
    .onConflict((builder) => builder.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw staleProblem(await readPrivacyPolicy(work, product));
  await recordChange(work, {
    storeId: null,
    action: 'privacy-policy.published',
    subject: { kind: 'privacy-policy', id: null },
    detail: { version: row.version, effectiveOn: fields.effectiveOn },
  });
  return toReply(product, toPolicy(row));
}

/** Reads a version of the policy of the actor's product, the latest without a number. `null`: it does not exist. */
export async function findPrivacyPolicy(tx: Tx, version: number | null): Promise<PrivacyPolicy | null> {
  if (version === null) return findLatest(tx);
  const row = await tx.selectFrom('privacy_policies').selectAll().where('version', '=', version).executeTakeFirst();
  return row ? toPolicy(row) : null;
}

/** The versions of the policy of the actor's product with the day from which each holds, latest first. */
export async function listPolicyVersions(tx: Tx): Promise<{ version: number; effectiveOn: string }[]> {
  return tx
    .selectFrom('privacy_policies')
    .select(['version', 'effective_on as effectiveOn'])
    .orderBy('version', 'desc')
    .execute();
}

async function findLatest(tx: Tx): Promise<PrivacyPolicy | null> {
  const row = await tx
    .selectFrom('privacy_policies')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toPolicy(row) : null;
}

function templateAt(now: Date): PrivacyPolicy {
  return {
    effectiveOn: businessDateOf({ timeZone: 'Asia/Seoul', dayCutoff: '00:00' }, now),
    officerName: '',
    officerContact: '',
    processors: [...PRIVACY_TEMPLATE.processors],
    body: PRIVACY_TEMPLATE.kr,
    bodyEn: PRIVACY_TEMPLATE.en,
    changedAt: null,
    changedBy: null,
    version: 0,
  };
}

function toReply(product: string, policy: PrivacyPolicy): PolicyReply {
  return { ...policy, path: `/b/${product}/privacy` };
}

function toPolicy(row: Selectable<Tables['privacy_policies']>): PrivacyPolicy {
  return {
    effectiveOn: row.effective_on,
    officerName: row.officer_name,
    officerContact: row.officer_contact,
    processors: row.processors,
    body: row.body,
    bodyEn: row.body_en,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by_name,
    version: row.version,
  };
}
