import { useState } from 'react';
import { useGuest } from '../guest-context.ts';
import { LatePart } from '../late-part.tsx';
import { GuestCard } from '../parts.tsx';

const loadPanel = () => import('./cash-receipt-panel.tsx').then(({ CashReceiptPanel }) => CashReceiptPanel);
const NO_PROPS = {};

/** The cash receipts of the stay, and the number that they are issued to (CR-3). */
export function CashReceiptCard() {
  const { text } = useGuest();
  const [isOpen, setOpen] = useState(false);
  return (
    <GuestCard title={text('cashReceipt.title')} testId="cash-receipt">
      {isOpen ? (
        <LatePart load={loadPanel} props={NO_PROPS} />
      ) : (
        <button type="button" className="button small" onClick={() => setOpen(true)}>
          {text('cashReceipt.open')}
        </button>
      )}
    </GuestCard>
  );
}
