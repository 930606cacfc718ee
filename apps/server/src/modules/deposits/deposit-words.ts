import { groupDigits, maskName } from '@munjigi/rules';
import type { DepositRow } from './deposit-row.ts';
import type { PayableRow } from './deposits.sql.ts';

const won = (amount: number | null) => `${groupDigits(amount ?? 0)}원`;
const from = (name: string | null) => (name === null ? '이름 없이' : `${maskName(name)} 이름으로`);

/** Texts of notifications about deposits that wait for a person. Guests and depositors are masked (PD-1). */
export const depositNotificationTexts = {
  waiting(
    row: Pick<DepositRow, 'kind' | 'depositor_name' | 'amount'>,
    named: readonly Pick<PayableRow, 'id' | 'code' | 'guest_name'>[],
  ): string {
    if (row.kind === null) return '입금 알림을 읽지 못했어요. 입금 화면에서 확인해 주세요';
    if (row.kind === 'TAKEN_BACK')
      return `${from(row.depositor_name)} 들어온 ${won(row.amount)} 입금이 은행에서 취소됐어요. 연결된 예약을 확인해 주세요`;
    const came = `${from(row.depositor_name)} ${won(row.amount)}이 입금됐어요`;
    if (named.length === 0) return `${came}. 맞는 예약을 찾지 못했어요`;
    return `${came}. 후보: ${named.map((pick) => `${pick.code} ${maskName(pick.guest_name)}`.trim()).join(', ')}`;
  },
};
