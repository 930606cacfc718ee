import { groupDigits, maskName } from '@munjigi/rules';
import { fillText } from '@munjigi/texts';
import { DEPOSIT_NOTICES } from '@munjigi/texts/notices';
import type { DepositRow } from './deposit-row.ts';
import type { PayableRow } from './deposits.sql.ts';

const writeDepositor = (name: string | null) =>
  name === null ? DEPOSIT_NOTICES.unnamed : fillText(DEPOSIT_NOTICES.named, { name: maskName(name) });

/** Texts of notifications about deposits that wait for a person. Guests and depositors are masked (PD-1). */
export const depositNotificationTexts = {
  waiting(
    row: Pick<DepositRow, 'kind' | 'depositor_name' | 'amount'>,
    named: readonly Pick<PayableRow, 'id' | 'code' | 'guest_name'>[],
  ): string {
    if (row.kind === null) return DEPOSIT_NOTICES.unread;
    const values = { from: writeDepositor(row.depositor_name), amount: groupDigits(row.amount ?? 0) };
    if (row.kind === 'TAKEN_BACK') return fillText(DEPOSIT_NOTICES.takenBack, values);
    if (named.length === 0) return fillText(DEPOSIT_NOTICES.unmatched, values);
    const candidates = named.map((pick) => `${pick.code} ${maskName(pick.guest_name)}`.trim()).join(', ');
    return fillText(DEPOSIT_NOTICES.candidates, { ...values, candidates });
  },
};
