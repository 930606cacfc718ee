import type { MessageTemplate } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { useProduct } from '../../../session/auth.tsx';
import { TextInput } from '../../../ui/form/fields.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { useMessageWords } from '../message-words.ts';
import { useSendTestMessage, type TestOutcome } from './templates.api.ts';

interface TestSendProps {
  readonly template: MessageTemplate;
  /** Whether the typed text is not saved: a test sends the stored one. */
  readonly isDirty: boolean;
}

/** The contract's patterns of a phone number and of an e-mail address. */
const PHONE = /^\+?[\d\s()-]{7,24}$/;
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** Sends the stored template with example values, and shows the outcome. */
export function TestSend({ template, isDirty }: TestSendProps) {
  const { t } = useTranslation('messages');
  const test = useSendTestMessage(useProduct(), template);
  const [to, setTo] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const address = to.trim();
  const isWrong = !PHONE.test(address) && !EMAIL.test(address);
  const isRefused = isProblem(test.error) && test.error.code === 'INVALID_INPUT';
  function send(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (!isWrong && !isDirty && !test.isPending) test.mutate(address);
  }
  return (
    <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('test.text')}</Box>
      {isDirty && <Alert severity="info">{t('test.saveFirst')}</Alert>}
      <Box
        component="form"
        noValidate
        onSubmit={send}
        sx={{ display: 'grid', gap: 1.5, maxWidth: 420, justifyItems: 'start' }}
      >
        <TextInput
          label={t('test.to')}
          hint={t('test.toHint')}
          value={to}
          maxLength={200}
          error={(isChecked && isWrong) || isRefused ? t('test.toWrong') : undefined}
          onChange={(value) => {
            setTo(value);
            setIsChecked(false);
            test.reset();
          }}
        />
        <Button type="submit" variant="contained" disabled={isDirty} aria-disabled={test.isPending}>
          {t(test.isPending ? 'test.sending' : 'test.send')}
        </Button>
      </Box>
      {test.data !== undefined && <TestResult outcome={test.data} to={address} />}
      {!isRefused && <ProblemAlert error={test.error} />}
    </DialogContent>
  );
}

function TestResult({
  outcome: { channel, isAccepted, error },
  to,
}: {
  readonly outcome: TestOutcome;
  readonly to: string;
}) {
  const { t } = useTranslation('messages');
  const words = useMessageWords();
  return (
    <Alert severity={isAccepted ? 'success' : 'error'} data-testid="test-outcome">
      {isAccepted
        ? t('test.accepted', { to, channel: words.channel(channel) })
        : t('test.failed', { why: words.error(error) })}
    </Alert>
  );
}
