import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { QrCode } from '../../../ui/qr-code/qr-code.tsx';
import { CodeField, PasswordField } from './proof-fields.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useBeginFactor, useConfirmFactor } from './second-factor.api.ts';

interface FactorSetupProps {
  readonly onDone: () => void;
  /** Called when the codes appear, which are shown only once, so that the dialog is not closed by mistake. */
  readonly onCodes?: () => void;
}

/** The password, then the QR code for the app and the first code, then the recovery codes. */
export function FactorSetup({ onDone, onCodes }: FactorSetupProps) {
  const begin = useBeginFactor();
  const confirm = useConfirmFactor();
  if (confirm.data !== undefined) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />;
  if (begin.data !== undefined) return <FirstCode begun={begin.data} confirm={confirm} {...(onCodes && { onCodes })} />;
  return <OwnPassword begin={begin} />;
}

function OwnPassword({ begin }: { readonly begin: ReturnType<typeof useBeginFactor> }) {
  const { t } = useTranslation(['second-factor', 'form']);
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!begin.isPending && password !== '') begin.mutate(password);
  };
  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ typography: 'body2' }}>{t('setup.password')}</Box>
      <PasswordField value={password} onChange={setPassword} error={begin.error} />
      <Unnamed error={begin.error} />
      <Button type="submit" variant="contained" aria-disabled={begin.isPending || password === ''}>
        {t('setup.next')}
      </Button>
    </Box>
  );
}

interface FirstCodeProps extends Pick<FactorSetupProps, 'onCodes'> {
  readonly begun: { readonly secret: string; readonly uri: string };
  readonly confirm: ReturnType<typeof useConfirmFactor>;
}

function FirstCode({ begun, confirm, onCodes }: FirstCodeProps) {
  const { t } = useTranslation(['second-factor', 'form']);
  const [code, setCode] = useState('');
  const digits = code.replace(/\s/g, '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!confirm.isPending && /^\d{6}$/.test(digits)) confirm.mutate(digits, { onSuccess: () => onCodes?.() });
  };
  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ typography: 'body2' }}>{t('setup.scan')}</Box>
      <Box sx={{ justifySelf: 'center', borderRadius: 1, overflow: 'hidden', lineHeight: 0 }}>
        <QrCode text={begun.uri} size={200} label={t('setup.picture')} />
      </Box>
      <TextField
        size="small"
        fullWidth
        multiline
        label={t('setup.secret')}
        value={begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        helperText={t('setup.secretHint')}
        slotProps={{ htmlInput: { readOnly: true, style: { fontFamily: 'ui-monospace, monospace' } } }}
      />
      <CodeField value={code} onChange={setCode} error={confirm.error} autoFocus />
      <Unnamed error={confirm.error} />
      <Button type="submit" variant="contained" aria-disabled={confirm.isPending || !/^\d{6}$/.test(digits)}>
        {t('setup.confirm')}
      </Button>
    </Box>
  );
}

/** The server's problem that belongs to no field. */
export function Unnamed({ error }: { readonly error: unknown }) {
  return <ProblemAlert error={isProblem(error) && error.code === 'INVALID_INPUT' ? null : error} />;
}
