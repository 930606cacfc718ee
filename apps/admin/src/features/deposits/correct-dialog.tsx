import type { Deposit } from '@munjigi/contract';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { NumberInput, SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { DepositText } from './deposit-text.tsx';
import { useCorrectDeposit, type DepositCorrection } from './deposits.api.ts';

const KINDS = ['DEPOSIT', 'WITHDRAWAL', 'TAKEN_BACK'] as const;
type Kind = (typeof KINDS)[number];
const MAX_NAME_LENGTH = 30;

interface CorrectDialogProps {
  readonly deposit: Deposit;
  readonly text: string;
  readonly onClose: () => void;
}

/** Corrects the name, the kind or the amount that the server read, and keeps the shape for later messages of the bank. */
export function CorrectDialog({ deposit, text, onClose }: CorrectDialogProps) {
  const { t } = useTranslation('deposits');
  const { correct, submit } = useCorrection(deposit, onClose);
  const [kind, setKind] = useState<Kind>(deposit.kind ?? 'DEPOSIT');
  const [name, setName] = useState('');
  const [amount, setAmount] = useState('');
  const [isRemembered, setIsRemembered] = useState(true);
  const isFromText = deposit.sources.some((source) => source !== 'CSV') && deposit.fault !== 'ENCODING_LOST';
  const needsAmount = kind !== 'WITHDRAWAL' && (deposit.amount === null || deposit.withheld.includes('AMOUNT_UNCLEAR'));
  const isReady = kind === 'WITHDRAWAL' || (name.trim() !== '' && (!needsAmount || /^[1-9]\d{0,9}$/.test(amount)));

  const correction: DepositCorrection = {
    kind,
    depositorName: name.trim() === '' ? null : name.trim(),
    ...(needsAmount && { amount: Number(amount) }),
    remember: isRemembered && isFromText,
  };

  return (
    <FormDialog
      title={t('correct.title')}
      submitLabel={t('correct.submit')}
      maxWidth="sm"
      isBusy={correct.isPending}
      isDisabled={!isReady}
      error={correct.error}
      onSubmit={() => submit(correction)}
      onClose={onClose}
    >
      <DepositText text={text} />
      <SelectInput
        label={t('correct.kind')}
        value={kind}
        onChange={(picked) => setKind(KINDS.find((each) => each === picked) ?? 'DEPOSIT')}
        options={KINDS.map((value) => ({ value, label: t(`correct.kinds.${value}`) }))}
      />
      <TextInput
        label={t('correct.name')}
        hint={t(kind === 'WITHDRAWAL' ? 'correct.nameOfWithdrawal' : 'correct.nameHint')}
        value={name}
        onChange={setName}
        maxLength={MAX_NAME_LENGTH}
        autoFocus
      />
      {needsAmount && <NumberInput label={t('correct.amount')} value={amount} onChange={setAmount} unit={t('won')} />}
      {isFromText && <RememberInput isChecked={isRemembered} onChange={setIsRemembered} />}
    </FormDialog>
  );
}

/** Sends a correction, and says what became of the deposit. */
function useCorrection(deposit: Deposit, onClose: () => void) {
  const { t } = useTranslation('deposits');
  const correct = useCorrectDeposit(useProduct());
  const submit = (correction: DepositCorrection): void =>
    correct.mutate(
      { deposit, correction },
      {
        onSuccess: ({ state, rule }) => {
          const result = state === 'MATCHED_AUTO' ? 'matched' : state === 'IGNORED' ? 'ignored' : 'waits';
          toast.success([t(`correct.${result}`), rule === null ? '' : t('correct.kept')].join(' ').trim());
          onClose();
        },
      },
    );
  return { correct, submit };
}

interface RememberInputProps {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

function RememberInput({ isChecked, onChange }: RememberInputProps) {
  const { t } = useTranslation('deposits');
  return (
    <div>
      <FormControlLabel
        control={<Checkbox checked={isChecked} onChange={(_event, checked) => onChange(checked)} />}
        label={t('correct.remember')}
      />
      <FormHelperText sx={{ mt: 0, ml: 4 }}>{t('correct.rememberHint')}</FormHelperText>
    </div>
  );
}
