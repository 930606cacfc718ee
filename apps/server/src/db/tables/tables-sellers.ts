import type { MailOrderExemption, PrivacyPolicy, SellerKind } from '@munjigi/contract';
import type { Generated } from 'kysely';
import type { Instant, Json, StoreTableRow } from './column-types.ts';

interface SellerIdentity {
  product_id: string;
  legal_name: string;
  representative: string;
  mail_order_number: string;
  mail_order_exemption: MailOrderExemption | null;
  address: string;
  phone: string;
  email: string;
  hosting_provider: string;
  changed_at: Instant;
  changed_by_name: string;
  version: Generated<number>;
}

/** Who sells, and what chains publish about personal data: a part of `Tables`. */
export interface SellerTables {
  chain_sellers: SellerIdentity & { business_number: string; is_broker: boolean };
  store_sellers: SellerIdentity & { store_id: string; id: string; kind: SellerKind };
  privacy_policies: {
    product_id: string;
    version: number;
    effective_on: string;
    officer_name: string;
    officer_contact: string;
    processors: Json<PrivacyPolicy['processors']>;
    body: string;
    body_en: string;
    changed_at: Instant;
    changed_by_name: string;
  };
  store_locations: StoreTableRow & { latitude: number; longitude: number };
}
