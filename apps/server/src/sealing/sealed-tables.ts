import { KEPT_REPLIES } from '../http/index.ts';
import { sealedReceiptNumbers } from '../modules/cash-receipts/index.ts';
import { sealedDeposits } from '../modules/deposits/index.ts';
import { sealedRatings } from '../modules/guest-access/index.ts';
import { sealedAnswers } from '../modules/help-desk/index.ts';
import { sealedMessages } from '../modules/messages/index.ts';
import { sealedPasses } from '../modules/passes/index.ts';
import { sealedWebhooks } from '../modules/payments/index.ts';
import type { SealedTable } from '../modules/personal-data/index.ts';
import { sealedReservations } from '../modules/reservations/index.ts';
import { sealedStaffMessages } from '../modules/staff-messages/index.ts';

/** All tables with sealed data of guests. */
export const SEALED_TABLES: readonly SealedTable[] = [
  ...sealedReservations,
  ...sealedReceiptNumbers,
  ...sealedDeposits,
  ...sealedPasses,
  ...sealedWebhooks,
  ...sealedMessages,
  ...sealedStaffMessages,
  ...sealedAnswers,
  ...sealedRatings,
  KEPT_REPLIES,
];
