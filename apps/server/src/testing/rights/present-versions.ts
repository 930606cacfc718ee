import { headOffice, type TestServer } from '../server.ts';

/** The versions that rows of a store have now, and its rooms in their order, without archived ones. */
export async function readVersionsOfStore(
  server: TestServer,
  { productId, storeId }: { readonly productId: string; readonly storeId: string },
) {
  return server.withActor(headOffice(productId), async (tx) => ({
    storeVersion: (await tx.selectFrom('stores').select('version').where('id', '=', storeId).executeTakeFirstOrThrow())
      .version,
    messageSenderVersion:
      (await tx.selectFrom('message_senders').select('version').where('store_id', '=', storeId).executeTakeFirst())
        ?.version ?? null,
    storeSellerVersion:
      (await tx.selectFrom('store_sellers').select('version').where('store_id', '=', storeId).executeTakeFirst())
        ?.version ?? 0,
    messageRemindersVersion:
      (await tx.selectFrom('message_reminders').select('version').where('store_id', '=', storeId).executeTakeFirst())
        ?.version ?? null,
    receiptSettingsVersion:
      (
        await tx
          .selectFrom('cash_receipt_settings')
          .select('version')
          .where('store_id', '=', storeId)
          .executeTakeFirst()
      )?.version ?? 0,
    merchantVersion: (
      await tx
        .selectFrom('store_merchants')
        .select('version')
        .where('store_id', '=', storeId)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
    )?.version,
    payeeVersion: (
      await tx.selectFrom('settlement_payees').select('version').where('store_id', '=', storeId).executeTakeFirst()
    )?.version,
    onCallVersion:
      (await tx.selectFrom('on_call_rules').select('version').where('store_id', '=', storeId).executeTakeFirst())
        ?.version ?? null,
    roomIds: (
      await tx
        .selectFrom('rooms')
        .select('id')
        .where('store_id', '=', storeId)
        .where('archived_at', 'is', null)
        .orderBy('sort_order')
        .execute()
    ).map((room) => room.id),
  }));
}

/** The versions that rows of a product have now which belong to no store. */
export async function readVersionsOfProduct(server: TestServer, productId: string) {
  return server.withActor(headOffice(productId), async (tx) => {
    const { version: providerVersion } = await tx
      .selectFrom('payment_providers')
      .select('version')
      .executeTakeFirstOrThrow();
    const { version: messageProviderVersion } = await tx
      .selectFrom('message_providers')
      .select('version')
      .executeTakeFirstOrThrow();
    const template = await tx
      .selectFrom('message_templates')
      .select((eb) => eb.fn.max('version').as('version'))
      .executeTakeFirst();
    const supplier = await tx.selectFrom('settlement_suppliers').select('version').executeTakeFirst();
    const seller = await tx.selectFrom('chain_sellers').select('version').executeTakeFirst();
    const policy = await tx
      .selectFrom('privacy_policies')
      .select((eb) => eb.fn.max('version').as('version'))
      .executeTakeFirst();
    const rules = await tx.selectFrom('sign_in_rules').select('version').executeTakeFirst();
    const personalData = await tx.selectFrom('personal_data_terms').select('version').executeTakeFirst();
    return {
      providerVersion,
      messageProviderVersion,
      templateVersion: template?.version ?? 0,
      signInRulesVersion: rules?.version ?? 0,
      supplierVersion: supplier?.version,
      chainSellerVersion: seller?.version ?? 0,
      privacyPolicyVersion: policy?.version ?? 0,
      personalDataVersion: personalData?.version,
    };
  });
}
