import { usePanelText, type PanelText } from '../panels/panel-texts.ts';
import type { CashReceipt, CashReceiptPurpose, CashReceiptsOfStay } from '@munjigi/contract';
import { useCallback, useEffect, useState } from 'react';
import { toGuestProblem, type GuestProblem } from '../../shared/guest-api.ts';
import { useGuest, useHurry } from '../guest-context.ts';
import { describeProblem } from '../problem-text.ts';

const PURPOSES: readonly CashReceiptPurpose[] = ['INCOME', 'EXPENSE'];
/** A payment or a refund meanwhile changes the receipts. */
const REREAD_MS = 20_000;
const HURRIED_REREAD_MS = 3000;

/** The receipts of the stay with their states, and the form for the number. */
export function CashReceiptPanel() {
  const text = usePanelText();
  const { receipts, notice, fault, isSending, save } = useReceipts();
  if (receipts === null)
    return fault === '' ? (
      <div className="skeleton skeleton-line" />
    ) : (
      <p role="alert" className="bad">
        {fault}
      </p>
    );
  return (
    <div data-testid="cash-receipt-panel">
      <p className="quiet">{text('cashReceipt.about')}</p>
      {receipts.receipts.length === 0 && <p>{text('cashReceipt.none')}</p>}
      {receipts.receipts.length > 0 && (
        <ul className="plain notes">
          {receipts.receipts.map((receipt) => (
            <ReceiptLine key={receipt.id} receipt={receipt} />
          ))}
        </ul>
      )}
      <NumberForm receipts={receipts} isSending={isSending} onSave={save} />
      <p className="good" role="status">
        {notice}
      </p>
      {fault !== '' && (
        <p role="alert" className="bad">
          {fault}
        </p>
      )}
    </div>
  );
}

interface NumberInput {
  readonly purpose: CashReceiptPurpose;
  readonly number: string;
}

/** The receipts as the server has them, read again while one is under way. */
function useReceipts() {
  const { send, live } = useGuest();
  const text = usePanelText();
  const [receipts, setReceipts] = useState<CashReceiptsOfStay | null>(null);
  const [notice, setNotice] = useState('');
  const [fault, setFault] = useState('');
  const [isSending, setSending] = useState(false);
  const load = useCallback(
    () =>
      send<CashReceiptsOfStay>({ method: 'GET', path: 'cash-receipt' }).then(setReceipts, (error: unknown) =>
        setFault(describeProblem(toGuestProblem(error), text)),
      ),
    [send, text],
  );
  useEffect(() => void load(), [load]);
  const isUnderWay = receipts !== null && isIssuing(receipts);
  useHurry(live, isUnderWay);
  useEffect(() => {
    const timer = setInterval(() => void load(), isUnderWay ? HURRIED_REREAD_MS : REREAD_MS);
    return () => clearInterval(timer);
  }, [isUnderWay, load]);

  async function save(body: NumberInput): Promise<boolean> {
    if (isSending) return false;
    setSending(true);
    setNotice('');
    setFault('');
    try {
      setReceipts(await send<CashReceiptsOfStay>({ method: 'POST', path: 'cash-receipt', body }));
      setNotice(text('cashReceipt.saved'));
      return true;
    } catch (error) {
      setFault(describeReceiptProblem(toGuestProblem(error), text));
      return false;
    } finally {
      setSending(false);
    }
  }
  return { receipts, notice, fault, isSending, save };
}

/** With a number, a receipt that is not issued yet is under way. */
function isIssuing({ receipts, number }: CashReceiptsOfStay): boolean {
  return receipts.some(
    ({ state, keptAmount }) =>
      state === 'ISSUING' || (number !== null && keptAmount > 0 && (state === 'NONE' || state === 'WAITING')),
  );
}

function describeReceiptProblem(problem: GuestProblem, text: PanelText): string {
  if (problem.code === 'INVALID_INPUT') return text('cashReceipt.bad');
  return problem.code === 'STATE_NOT_ALLOWED' ? text('cashReceipt.busy') : describeProblem(problem, text);
}

/** One receipt: amount, state, approval number, and the seller that issued it. */
function ReceiptLine({ receipt }: { readonly receipt: CashReceipt }) {
  const { page, format } = useGuest();
  const text = usePanelText();
  const { seller } = page;
  const isIssued = receipt.state === 'ISSUED' || receipt.state === 'CANCELLED';
  return (
    <li data-testid="cash-receipt-line" data-state={receipt.state}>
      <p>
        <strong className="nowrap">{format.won(receipt.keptAmount)}</strong>{' '}
        {text(`cashReceipt.state.${receipt.state}`)}
      </p>
      {receipt.state === 'WAITING' && receipt.selfIssueAt !== null && (
        <p className="quiet">{text('cashReceipt.waiting', { day: format.day(receipt.selfIssueAt) })}</p>
      )}
      {isIssued && receipt.approvalNumber !== null && (
        <p>
          {text('cashReceipt.approval', {
            number: receipt.approvalNumber,
            day: receipt.issuedAt === null ? '' : format.day(receipt.issuedAt),
          })}
        </p>
      )}
      {receipt.state === 'ISSUED' && (
        <p className="quiet">
          {text('cashReceipt.amounts', {
            supply: format.won(receipt.supplyAmount),
            vat: format.won(receipt.vatAmount),
          })}
        </p>
      )}
      {receipt.state === 'ISSUED' && receipt.isSelfIssued && <p>{text('cashReceipt.self')}</p>}
      {isIssued && seller !== null && (
        <p className="quiet">{text('cashReceipt.seller', { name: seller.legalName, number: seller.businessNumber })}</p>
      )}
      {receipt.receiptUrl !== null && (
        <p className="payment">
          <a href={receipt.receiptUrl} target="_blank" rel="noreferrer">
            {text('cashReceipt.link')}
          </a>
        </p>
      )}
    </li>
  );
}

interface NumberFormProps {
  readonly receipts: CashReceiptsOfStay;
  readonly isSending: boolean;
  readonly onSave: (body: NumberInput) => Promise<boolean>;
}

function NumberForm({ receipts: { number: present }, isSending, onSave }: NumberFormProps) {
  const text = usePanelText();
  const [purpose, setPurpose] = useState<CashReceiptPurpose>(present?.purpose ?? 'INCOME');
  const [typed, setTyped] = useState('');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSave({ purpose, number: typed }).then((isSaved) => {
          if (isSaved) setTyped('');
        });
      }}
    >
      <label>
        {text('cashReceipt.purpose')}
        <select
          value={purpose}
          onChange={({ target }) => setPurpose(target.value === 'EXPENSE' ? 'EXPENSE' : 'INCOME')}
        >
          {PURPOSES.map((value) => (
            <option key={value} value={value}>
              {text(`cashReceipt.purpose.${value}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        {text(`cashReceipt.number.${purpose}`)}
        <input
          type="text"
          inputMode="numeric"
          autoComplete={purpose === 'INCOME' ? 'tel' : 'off'}
          maxLength={60}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      {present !== null && <p className="quiet">{text('cashReceipt.now', { number: present.masked })}</p>}
      <button type="submit" className="button" aria-disabled={isSending}>
        {text(isSending ? 'cashReceipt.saving' : 'cashReceipt.save')}
      </button>
    </form>
  );
}
