/**
 * Cash receipts of payments in cash and by transfer: who issues them, the sealed number of a stay, and requests to the
 * providers until the receipt equals what the store keeps of the payment (decision 138); and the receipt of a stay for its guest.
 */
export { cashReceiptRoutes } from './cash-receipts.routes.ts';
export { receiptTimers, startCashReceipts } from './due-receipts.ts';
export { readReceiptsOfStay } from './read-receipts.ts';
export { issuesCashReceipts } from './receipts.sql.ts';
export { enterReceiptNumber } from './receipt-number.ts';
export { sealedReceiptNumbers } from './sealed-tables.ts';
export { readStayReceipt } from './stay-receipt.ts';
