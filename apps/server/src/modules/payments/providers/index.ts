/** Payment providers of a product: their settings, requests and messages. */
export { sendProviderRequest } from './ask.ts';
export { PORTONE_ERRORS, portoneHeaders } from './portone.ts';
export type { Outcome, ProviderAccess, ProviderCancel, ProviderDispute, ProviderPayment } from './driver.ts';
export { canCancelReceiptPart, type OwnReceipt, type ReceiptAnswer, type ReceiptDriver } from './receipt-driver.ts';
export { parseProviderMessage, type ProviderMessage } from './message.ts';
export { paymentProviderRoutes } from './payment-providers.routes.ts';
export { providerSeal, sealedKeys } from './seal.ts';
export { providerAddresses, refusedProviderAddresses, type ProviderAddresses } from './provider-addresses.ts';
export type { ReportedLine } from './payout-driver.ts';
export type { Troubles } from './connection.ts';
export { canPayOnline, openProviders, type MessageKeys, type OpenProvider, type Providers } from './open-providers.ts';
export { findRunningMerchantId } from './store-merchants.ts';
export { listFeeTerms } from './fees.ts';
export { messageFault } from './message-fault.ts';
