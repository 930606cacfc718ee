import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthContext } from '../../../session/auth.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { FactorSetup, Unnamed } from './factor-setup.tsx';
import { CodeField, PasswordField } from './proof-fields.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useRemoveFactor, useRenewCodes, type Proof } from './second-factor.api.ts';

interface FactorDialogProps {
  readonly what: 'setup' | 'renew' | 'remove';
  readonly email: string;
  readonly isRequired: boolean;
  readonly onClose: () => void;
}

/**
 * Sets up two-step sign-in, creates new recovery codes, or removes it. A click outside does not close the dialog,
 * because the codes are shown only once.
 */
export function FactorDialog({ what, email, isRequired, onClose }: FactorDialogProps) {
  const { t } = useTranslation(['second-factor', 'form']);
  const { checkUserSession } = useAuthContext();
  const renew = useRenewCodes();
  const remove = useRemoveFactor();
  const [isSet, setIsSet] = useState(false);
  const hasCodes = isSet || renew.data !== undefined;
  const done = (words: string) => {
    toast.success(words);
    onClose();
  };
  const removeNow = (proof: Proof) =>
    remove.mutate(proof, {
      onSuccess: () => {
        done(t('remove.done'));
        // A person who must have a second factor can use nothing else without one.
        if (isRequired) void checkUserSession();
      },
    });
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      aria-labelledby="factor-title"
      onClose={(_event, reason) => {
        if (reason !== 'backdropClick' && !hasCodes) onClose();
      }}
    >
      <DialogTitle id="factor-title">{t(`${what}.title`)}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, '&&': { pt: 1 } }}>
        {what === 'setup' && <FactorSetup onDone={() => done(t('setup.done'))} onCodes={() => setIsSet(true)} />}
        {what === 'renew' && <NewCodes email={email} renew={renew} onDone={() => done(t('renew.done'))} />}
        {what === 'remove' && (
          <ProofForm
            what={what}
            email={email}
            text={t(isRequired ? 'remove.requiredText' : 'remove.text')}
            change={remove}
            onProof={removeNow}
          />
        )}
        {!hasCodes && (
          <Button color="inherit" onClick={onClose}>
            {t('form:cancel')}
          </Button>
        )}
      </DialogContent>
    </Dialog>
  );
}

interface NewCodesProps {
  readonly email: string;
  readonly renew: ReturnType<typeof useRenewCodes>;
  readonly onDone: () => void;
}

/** The password and a code, then the new recovery codes. */
function NewCodes({ email, renew, onDone }: NewCodesProps) {
  const { t } = useTranslation('second-factor');
  if (renew.data !== undefined) return <RecoveryCodes codes={renew.data.recoveryCodes} onDone={onDone} />;
  return (
    <ProofForm
      what="renew"
      email={email}
      text={t('renew.text')}
      change={renew}
      onProof={(proof) => renew.mutate(proof)}
    />
  );
}

interface ProofFormProps {
  readonly what: 'renew' | 'remove';
  readonly email: string;
  readonly text: string;
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  readonly onProof: (proof: Proof) => void;
}

function ProofForm({ what, email, text, change, onProof }: ProofFormProps) {
  const { t } = useTranslation('second-factor');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const isMissing = password === '' || code.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!change.isPending && !isMissing) onProof({ password, code: code.trim() });
  };
  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ display: 'grid', gap: 1.5 }}>
      {/* The account of the password, for password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Box sx={{ typography: 'body2' }}>{text}</Box>
      <PasswordField value={password} onChange={setPassword} error={change.error} autoFocus />
      <CodeField value={code} onChange={setCode} error={change.error} orRecovery />
      <Unnamed error={change.error} />
      <Button
        type="submit"
        variant="contained"
        color={what === 'remove' ? 'error' : 'primary'}
        aria-disabled={change.isPending || isMissing}
      >
        {t(`${what}.now`)}
      </Button>
    </Box>
  );
}
