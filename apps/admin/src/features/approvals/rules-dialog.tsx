import type { ApprovalRules } from '@munjigi/contract';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { NumberInput, TextInput } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useSetApprovalRules } from './approvals.api.ts';
import type { ApprovalRuleSettings } from './rule-words.ts';

const MOST_WON = 2_000_000_000;
const LONGEST_REASON = 200;

interface RulesDialogProps {
  readonly rules: ApprovalRules;
  readonly onClose: () => void;
}

/**
 * Changes the rules for two people. A stricter rule applies at once; a weaker one needs a second ADMIN, as the dialog
 * says beforehand.
 */
export function RulesDialog({ rules, onClose }: RulesDialogProps) {
  const { t } = useTranslation(['approvals', 'form']);
  const form = useRulesForm({ rules, onClose });
  return (
    <FormDialog
      title={t('rules.title')}
      submitLabel={t(form.isWeaker ? 'ask' : 'form:save')}
      isBusy={form.isBusy}
      error={form.error}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <RuleFields draft={form.draft} isLimitBad={form.isLimitBad} onChange={form.edit} />
      <TextInput
        label={t('fact.reason')}
        value={form.reason}
        onChange={form.setReason}
        maxLength={LONGEST_REASON}
        error={form.isReasonRefused ? t('form:required') : undefined}
      />
      {form.isWeaker && (
        <Box role="note" sx={{ typography: 'body2' }}>
          {t('rules.less')}
        </Box>
      )}
    </FormDialog>
  );
}

/** The rules as they are typed. */
interface RulesDraft {
  readonly hasLimit: boolean;
  /** The typed limit of refunds by one person; kept while there is no limit. */
  readonly limit: string;
  readonly needsTwoForLockdown: boolean;
  readonly needsTwoForFireRelease: boolean;
}

function useRulesForm({ rules, onClose }: RulesDialogProps) {
  const { t } = useTranslation('approvals');
  const change = useSetApprovalRules(useProduct());
  const [draft, setDraft] = useState<RulesDraft>({
    hasLimit: rules.refundLimit !== null,
    limit: String(rules.refundLimit ?? 100_000),
    needsTwoForLockdown: rules.needsTwoForLockdown,
    needsTwoForFireRelease: rules.needsTwoForFireRelease,
  });
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const { hasLimit, limit, needsTwoForLockdown, needsTwoForFireRelease } = draft;
  const isLimitBad = hasLimit && (!/^\d+$/.test(limit.trim()) || Number(limit) > MOST_WON);
  const isReasonMissing = reason.trim() === '';
  const typed: ApprovalRuleSettings = {
    refundLimit: hasLimit ? Number(limit) : null,
    needsTwoForFireRelease,
    needsTwoForLockdown,
  };

  function submit(): void {
    setWasSent(true);
    if (isLimitBad || isReasonMissing) return;
    change.mutate(
      { version: rules.version, ...typed, reason: reason.trim() },
      {
        onSuccess: ({ approval }) => {
          toast.success(t(approval === null ? 'rules.done' : 'asked'));
          onClose();
        },
      },
    );
  }

  return {
    draft,
    edit: (edited: Partial<RulesDraft>) => setDraft({ ...draft, ...edited }),
    reason,
    setReason,
    isLimitBad,
    isReasonRefused: wasSent && isReasonMissing,
    isWeaker: isWeakerThan(rules, typed),
    isBusy: change.isPending,
    error: change.error,
    submit,
  };
}

/** Whether `typed` requires a second person less often than `rules`. */
function isWeakerThan(rules: ApprovalRuleSettings, typed: ApprovalRuleSettings): boolean {
  return (
    (rules.refundLimit !== null && (typed.refundLimit === null || typed.refundLimit > rules.refundLimit)) ||
    (rules.needsTwoForLockdown && !typed.needsTwoForLockdown) ||
    (rules.needsTwoForFireRelease && !typed.needsTwoForFireRelease)
  );
}

interface RuleFieldsProps {
  readonly draft: RulesDraft;
  readonly isLimitBad: boolean;
  readonly onChange: (edited: Partial<RulesDraft>) => void;
}

function RuleFields({ draft, isLimitBad, onChange }: RuleFieldsProps) {
  const { t } = useTranslation(['approvals', 'form']);
  return (
    <>
      <RuleSwitch label={t('rules.refund')} isOn={draft.hasLimit} onChange={(hasLimit) => onChange({ hasLimit })} />
      {draft.hasLimit && (
        <NumberInput
          label={t('rules.limit')}
          unit={t('form:won')}
          value={draft.limit}
          onChange={(limit) => onChange({ limit })}
          error={isLimitBad ? t('rules.limitBad') : undefined}
          hint={t('rules.limitHint')}
        />
      )}
      <RuleSwitch
        label={t('rules.lockdown')}
        isOn={draft.needsTwoForLockdown}
        onChange={(needsTwoForLockdown) => onChange({ needsTwoForLockdown })}
      />
      <RuleSwitch
        label={t('rules.fire')}
        isOn={draft.needsTwoForFireRelease}
        onChange={(needsTwoForFireRelease) => onChange({ needsTwoForFireRelease })}
      />
      {draft.needsTwoForFireRelease && (
        <Box role="note" sx={{ typography: 'body2', color: 'error.main' }}>
          {t('rules.fireWarning')}
        </Box>
      )}
    </>
  );
}

interface RuleSwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function RuleSwitch({ label, isOn, onChange }: RuleSwitchProps) {
  return (
    <FormControlLabel
      label={label}
      control={<Switch checked={isOn} onChange={(_event, value) => onChange(value)} />}
      sx={{ minHeight: 44, ml: 0, justifyContent: 'space-between' }}
      labelPlacement="start"
    />
  );
}
