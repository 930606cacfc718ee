import { readCsvLines } from './csv.ts';

/** What a channel's statement says of one payment, summed over the lines with its reference; won, commission with VAT. */
export interface StatementPayment {
  readonly reference: string;
  readonly amount: number;
  readonly refundedAmount: number;
  readonly commissionAmount: number;
  readonly payoutAmount: number;
}

export const MOST_STATEMENT_LINES = 20_000;

type Column = 'reference' | 'amount' | 'refunded' | 'commission' | 'payout';
/**
 * Heads of the columns, in lower case, without spaces, brackets, underscores and the unit; the first one that a file has
 * counts. Sources: docs/domain.md 5.
 */
const HEADS: Readonly<Record<Column, readonly string[]>> = {
  reference: [
    'reference',
    '참조번호',
    '결제번호',
    '거래번호',
    '주문번호',
    '상품주문번호',
    '예약번호',
    '예약코드',
    'reservationnumber',
    'bookingnumber',
    'confirmationcode',
  ],
  amount: ['grossearnings', 'grossamount', '결제금액', '판매금액', '거래금액', '매출금액', '이용금액', 'amount'],
  refunded: ['refunded', 'refundedamount', '환불금액', '취소금액'],
  commission: [
    'commission',
    'commissionamount',
    '수수료',
    '수수료합계',
    '수수료금액',
    '서비스수수료',
    'servicefee',
    'hostfee',
  ],
  payout: ['payout', 'payoutamount', '정산금액', '정산예정금액', '지급금액', '지급액', '입금액', 'paidout'],
};
/** What follows the name of a column of money: `결제금액(원)`, `Amount (KRW)`. */
const UNIT = /(?<=.)(?:원|krw|won)$/;

/**
 * Reads a channel's monthly statement (CH-4): a table with heads in the first lines. The refunded amount may be missing;
 * a missing payout is the rest. Returns `null` without the columns of reference, amount and commission, or with more
 * lines than `MOST_STATEMENT_LINES`.
 */
export function readChannelStatement(
  text: string,
): { readonly payments: StatementPayment[]; readonly unreadableLines: number[] } | null {
  const plain = text.replace(/^\uFEFF/, '');
  const lines = readCsvLines(plain, (plain.split('\n', 1)[0] ?? '').includes('\t') ? '\t' : ',');
  const headAt = lines.slice(0, 20).findIndex(({ cells }) => columnsOf(cells).reference !== undefined);
  const columns = columnsOf(lines[headAt]?.cells ?? []);
  if (headAt < 0 || columns.amount === undefined || columns.commission === undefined) return null;
  if (lines.length - headAt > MOST_STATEMENT_LINES + 1) return null;
  const byReference = new Map<string, StatementPayment>();
  const unreadableLines: number[] = [];
  for (const { line, cells } of lines.slice(headAt + 1)) {
    if (cells.every((cell) => cell === '')) continue;
    const payment = paymentOf((column) => (columns[column] === undefined ? null : (cells[columns[column]] ?? '')));
    if (payment === null) unreadableLines.push(line);
    else byReference.set(payment.reference, addUp(byReference.get(payment.reference), payment));
  }
  return { payments: [...byReference.values()], unreadableLines };
}

function columnsOf(cells: readonly string[]): Partial<Record<Column, number>> {
  const heads = cells.map((cell) =>
    cell
      .toLowerCase()
      .replace(/[\s()[\]_/-]/g, '')
      .replace(UNIT, ''),
  );
  const found = Object.entries(HEADS).flatMap(([column, names]) => {
    const at = names.map((name) => heads.indexOf(name)).find((index) => index >= 0);
    return at === undefined ? [] : [[column, at]];
  });
  return Object.fromEntries(found) as Partial<Record<Column, number>>;
}

function paymentOf(cell: (column: Column) => string | null): StatementPayment | null {
  const reference = cell('reference') ?? '';
  const [amount, refunded, commission] = [wonOf(cell('amount')), wonOf(cell('refunded')), wonOf(cell('commission'))];
  if (reference === '' || reference.length > 100 || amount === null || refunded === null || commission === null)
    return null;
  const rest = amount - refunded - commission;
  const payout = cell('payout') === null ? rest : wonOf(cell('payout'));
  return payout === null
    ? null
    : { reference, amount, refundedAmount: refunded, commissionAmount: commission, payoutAmount: payout };
}

/** An empty cell and a missing column are 0; `null`: the text is no amount. Corrections are negative. */
function wonOf(text: string | null): number | null {
  const plain = (text ?? '').replace(/[₩원\s]/g, '');
  if (plain === '' || plain === '-') return 0;
  if (!/^-?(?:\d{1,3}(?:,\d{3})+|\d{1,10})$/.test(plain)) return null;
  return Number(plain.replaceAll(',', ''));
}

function addUp(sum: StatementPayment | undefined, payment: StatementPayment): StatementPayment {
  if (!sum) return payment;
  return {
    reference: sum.reference,
    amount: sum.amount + payment.amount,
    refundedAmount: sum.refundedAmount + payment.refundedAmount,
    commissionAmount: sum.commissionAmount + payment.commissionAmount,
    payoutAmount: sum.payoutAmount + payment.payoutAmount,
  };
}
