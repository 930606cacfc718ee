/** `STORE`: the franchisee sells. `CHAIN`: head office sells the stays of this store. */
export const SELLER_KINDS = ['STORE', 'CHAIN'] as const;
export type SellerKind = (typeof SELLER_KINDS)[number];

/**
 * Why a seller needs no mail-order registration (docs/domain.md 6). `SIMPLIFIED_TAXPAYER`: under the VAT Act. `FEW_SALES`:
 * fewer than 50 sales in the year before.
 */
export const MAIL_ORDER_EXEMPTIONS = ['SIMPLIFIED_TAXPAYER', 'FEW_SALES'] as const;
export type MailOrderExemption = (typeof MAIL_ORDER_EXEMPTIONS)[number];

/** What is missing before a store may sell online (SE-2). */
export const SELLER_GAPS = ['SELLER', 'BUSINESS_NUMBER', 'MAIL_ORDER', 'PRIVACY_POLICY'] as const;
export type SellerGap = (typeof SELLER_GAPS)[number];
