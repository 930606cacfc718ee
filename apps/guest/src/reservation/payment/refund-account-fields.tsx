import type { BankCode, RefundAccount } from '@munjigi/contract';
import { REFUND_BANKS } from '@munjigi/texts/banks';
import { useGuest } from '../guest-context.ts';

interface AccountFieldsProps {
  readonly account: Partial<RefundAccount>;
  readonly onChange: (account: Partial<RefundAccount>) => void;
}

/** The account to which the store sends money that cannot return the way it came. */
export function AccountFields({ account, onChange }: AccountFieldsProps) {
  const { text } = useGuest();
  return (
    <fieldset>
      <legend>{text('cancel.account')}</legend>
      <label>
        {text('cancel.bank')}
        <select
          value={account.bank ?? ''}
          onChange={({ target }) => onChange({ ...account, bank: target.value as BankCode })}
        >
          <option value="">{text('cancel.bank.choose')}</option>
          {Object.entries(REFUND_BANKS).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text('cancel.number')}
        <input
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          value={account.accountNumber ?? ''}
          onChange={({ target }) => onChange({ ...account, accountNumber: target.value })}
        />
      </label>
      <label>
        {text('cancel.holder')}
        <input
          autoComplete="name"
          maxLength={60}
          value={account.holderName ?? ''}
          onChange={({ target }) => onChange({ ...account, holderName: target.value })}
        />
      </label>
    </fieldset>
  );
}
