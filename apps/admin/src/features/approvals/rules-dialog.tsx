import type { ApprovalRules } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { NumberInput, TextInput } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/toast.ts';
import { useSetRules } from './approvals.api.ts';

const MOST_WON = 2_000_000_000;
const LONGEST_REASON = 200;

/**
 * Changes the rules for two people. A stricter rule applies at once; a weaker one needs a second ADMIN, which the
 * dialog says before it is sent.
 */
export function RulesDialog({ rules, onClose }: { readonly rules: ApprovalRules; readonly onClose: () => void }) {
  const { t } = useTranslation(['approvals', 'form']);
  const change = useSetRules(useProduct());
  const [hasLimit, setHasLimit] = useState(rules.refundLimit !== null);
  const [typed, setTyped] = useState(String(rules.refundLimit ?? 100_000));
  const [needsTwoForLockdown, setLockdown] = useState(rules.needsTwoForLockdown);
  const [needsTwoForFireRelease, setFire] = useState(rules.needsTwoForFireRelease);
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const limit = Number(typed);
  const isLimitBad = hasLimit && (!/^\d+$/.test(typed.trim()) || limit > MOST_WON);
  const isReasonMissing = reason.trim() === '';
  const refundLimit = hasLimit ? limit : null;
  const isLess =
    (rules.refundLimit !== null && (refundLimit === null || refundLimit > rules.refundLimit)) ||
    (rules.needsTwoForLockdown && !needsTwoForLockdown) ||
    (rules.needsTwoForFireRelease && !needsTwoForFireRelease);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (isLimitBad || isReasonMissing || change.isPending) return;
    change.mutate(
      { version: rules.version, refundLimit, needsTwoForFireRelease, needsTwoForLockdown, reason: reason.trim() },
      {
        onSuccess: ({ approval }) => {
          toast.success(t(approval === null ? 'rules.done' : 'asked'));
          onClose();
        },
      },
    );
  }

  const choice = (label: string, isOn: boolean, onChange: (isOn: boolean) => void) => (
    <FormControlLabel
      label={label}
      control={<Switch checked={isOn} onChange={(_event, value) => onChange(value)} />}
      sx={{ minHeight: 44, ml: 0, justifyContent: 'space-between' }}
      labelPlacement="start"
    />
  );
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="rules-dialog-title">
      <form onSubmit={submit} noValidate style={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        <DialogTitle id="rules-dialog-title">{t('rules.title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1.5, '&&': { pt: 1 } }}>
          {choice(t('rules.refund'), hasLimit, setHasLimit)}
          {hasLimit && (
            <NumberInput
              label={t('rules.limit')}
              unit={t('form:won')}
              value={typed}
              onChange={setTyped}
              error={isLimitBad ? t('rules.limitBad') : undefined}
              hint={t('rules.limitHint')}
            />
          )}
          {choice(t('rules.lockdown'), needsTwoForLockdown, setLockdown)}
          {choice(t('rules.fire'), needsTwoForFireRelease, setFire)}
          {needsTwoForFireRelease && (
            <Box role="note" sx={{ typography: 'body2', color: 'error.main' }}>
              {t('rules.fireWarning')}
            </Box>
          )}
          <TextInput
            label={t('fact.reason')}
            value={reason}
            onChange={setReason}
            maxLength={LONGEST_REASON}
            error={wasSent && isReasonMissing ? t('form:required') : undefined}
          />
          {isLess && (
            <Box role="note" sx={{ typography: 'body2' }}>
              {t('rules.less')}
            </Box>
          )}
          {change.error !== null && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {problemText(t, change.error)}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('form:cancel')}
          </Button>
          <Button type="submit" variant="contained" aria-disabled={change.isPending}>
            {t(isLess ? 'ask' : 'form:save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
