import type { SellerGap, SellerKind, ShownSeller } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import type { Tables, Tx } from '../../../db/index.ts';
import { listKeys } from '../../../list-keys.ts';

export type StoreSellerRow = Selectable<Tables['store_sellers']>;
export type ChainSellerRow = Selectable<Tables['chain_sellers']>;

/** The columns of a seller that guests see, apart from the business number of a store, which is a setting of the store. */
type Identity = Pick<
  ChainSellerRow,
  | 'legal_name'
  | 'representative'
  | 'mail_order_number'
  | 'mail_order_exemption'
  | 'address'
  | 'phone'
  | 'email'
  | 'hosting_provider'
>;

interface SellerFactsRow {
  readonly business_number: string;
  /** It takes online bookings. */
  readonly is_open: boolean;
  readonly own: (Identity & { kind: SellerKind }) | null;
  readonly chain: (Identity & { business_number: string; is_broker: boolean }) | null;
  readonly has_policy: boolean;
}

export interface SellerFacts {
  readonly kind: SellerKind;
  readonly isOpen: boolean;
  readonly shown: ShownSeller | null;
  readonly hasPrivacyPolicy: boolean;
  /** What is missing before the store may sell online, in the order in which people enter it. */
  readonly missing: readonly SellerGap[];
}

/** Reads who sells the stays of a store and what is missing. `null`: the actor does not see the store. */
export async function findSellerFacts(tx: Tx, storeId: string): Promise<SellerFacts | null> {
  const { rows } = await sql<SellerFactsRow>`
    select s.business_number, s.booking_is_open and s.closed_at is null as is_open,
      case when o.id is not null then jsonb_build_object('kind', o.kind, 'legal_name', o.legal_name,
        'representative', o.representative, 'mail_order_number', o.mail_order_number,
        'mail_order_exemption', o.mail_order_exemption, 'address', o.address, 'phone', o.phone, 'email', o.email,
        'hosting_provider', o.hosting_provider) end as own,
      case when c.product_id is not null then jsonb_build_object('business_number', c.business_number,
        'is_broker', c.is_broker, 'legal_name', c.legal_name, 'representative', c.representative,
        'mail_order_number', c.mail_order_number, 'mail_order_exemption', c.mail_order_exemption,
        'address', c.address, 'phone', c.phone, 'email', c.email, 'hosting_provider', c.hosting_provider) end as chain,
      exists (select from privacy_policies p where p.product_id = s.product_id) as has_policy
    from stores s
    left join store_sellers o on o.store_id = s.id
    left join chain_sellers c on c.product_id = s.product_id
    where s.id = ${storeId}`.execute(tx);
  const [row] = rows;
  return row ? toFacts(row) : null;
}

/** The stores that head office sells for. */
export async function listStoresOfChain(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('store_sellers').select('store_id').where('kind', '=', 'CHAIN').execute();
  return rows.map((row) => row.store_id);
}

function toFacts(row: SellerFactsRow): SellerFacts {
  const kind = row.own?.kind ?? 'STORE';
  const seller = kind === 'CHAIN' ? row.chain : row.own && { ...row.own, business_number: row.business_number };
  const isMissing: Readonly<Record<SellerGap, boolean>> = {
    SELLER: seller === null,
    BUSINESS_NUMBER: kind === 'STORE' && row.business_number === '',
    MAIL_ORDER: seller !== null && seller.mail_order_number === '' && seller.mail_order_exemption === null,
    PRIVACY_POLICY: !row.has_policy,
  };
  const brokerName = kind === 'STORE' && row.chain?.is_broker === true ? row.chain.legal_name : null;
  return {
    kind,
    isOpen: row.is_open,
    shown: seller && toShownSeller(seller, kind, brokerName),
    hasPrivacyPolicy: row.has_policy,
    missing: listKeys(isMissing).filter((gap) => isMissing[gap]),
  };
}

function toShownSeller(
  row: Identity & { readonly business_number: string },
  kind: SellerKind,
  brokerName: string | null,
): ShownSeller {
  return { kind, businessNumber: row.business_number, ...toIdentity(row), brokerName };
}

export function toIdentity(row: Identity) {
  return {
    legalName: row.legal_name,
    representative: row.representative,
    mailOrderNumber: row.mail_order_number,
    mailOrderExemption: row.mail_order_exemption,
    address: row.address,
    phone: row.phone,
    email: row.email,
    hostingProvider: row.hosting_provider,
  };
}

/** The same as columns. */
export function toIdentityColumns(identity: ReturnType<typeof toIdentity>): Identity {
  return {
    legal_name: identity.legalName,
    representative: identity.representative,
    mail_order_number: identity.mailOrderNumber,
    mail_order_exemption: identity.mailOrderExemption,
    address: identity.address,
    phone: identity.phone,
    email: identity.email,
    hosting_provider: identity.hostingProvider,
  };
}
