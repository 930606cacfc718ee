import type { OnCallPerson } from '@munjigi/contract';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useEditForm } from '../../ui/form/edit-form.ts';
import { FormEnd } from '../../ui/form/save-bar.tsx';
import { StaleNotice, compareFacts } from '../../ui/form/stale-notice.tsx';
import { TimeField } from '../../ui/form/time/time-field.tsx';
import { useFormat } from '../../ui/format.ts';
import { toast } from '../../ui/toast/toast.ts';
import { ConditionFields } from './condition-fields.tsx';
import { EscalationFields } from './escalation-fields.tsx';
import {
  checkRules,
  describeRules,
  toRulesBody,
  toRulesDraft,
  toVersioned,
  type RulesFormState,
  type VersionedRules,
} from './rules-draft.ts';
import { useSetOnCallRules } from './rules.api.ts';
import { RulesGroup } from './rules-group.tsx';

interface RulesFormProps {
  readonly rules: VersionedRules;
  readonly people: readonly OnCallPerson[];
  readonly isReadOnly: boolean;
  /** Below the form. */
  readonly children: (isDirty: boolean) => ReactNode;
}

/** The rules of one store: what wakes a person, who, in which order, and when they may sleep. */
export function RulesForm({ rules, people, isReadOnly, children }: RulesFormProps) {
  const form = useRulesForm(rules);
  return (
    <>
      <Box
        component="form"
        noValidate
        data-testid="on-call-rules"
        sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
        onSubmit={form.submit}
      >
        <MainSwitch form={form} rules={rules} isReadOnly={isReadOnly} />
        <ConditionFields form={form} isReadOnly={isReadOnly} />
        <EscalationFields form={form} people={people} isReadOnly={isReadOnly} />
        <QuietFields form={form} isReadOnly={isReadOnly} />
        {form.theirs !== null && <RulesStaleNotice form={form} theirs={form.theirs} people={people} />}
        <FormEnd form={form} isReadOnly={isReadOnly} />
      </Box>
      {children(form.isDirty)}
    </>
  );
}

function useRulesForm(rules: VersionedRules): RulesFormState {
  const { t } = useTranslation(['on-call', 'form']);
  const save = useSetOnCallRules(useProduct(), rules.storeId);
  return useEditForm({
    row: rules,
    draftOf: toRulesDraft,
    check: (draft) => checkRules(draft, t),
    bodyOf: toRulesBody,
    // The rules are saved whole; version 0 is that of a store without stored rules.
    send: async ({ version }, { whole }) =>
      toVersioned(await save({ ...whole, version: version === 0 ? null : version })),
    onSaved: () => toast.success(t('form:saved')),
  });
}

interface FieldsProps {
  readonly form: RulesFormState;
  readonly isReadOnly: boolean;
}

function MainSwitch({ form, rules, isReadOnly }: FieldsProps & { readonly rules: VersionedRules }) {
  const { t } = useTranslation('on-call');
  const format = useFormat();
  const { isEnabled } = form.draft;
  const { changedAt, changedBy } = rules;
  return (
    <Box sx={{ display: 'grid', gap: 0.25 }}>
      {isReadOnly && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('rules.readOnly')}</Box>}
      <FormControlLabel
        sx={{ justifySelf: 'start', minHeight: 44, mr: 0 }}
        label={t('rules.isEnabled')}
        control={
          <Switch
            checked={isEnabled}
            disabled={isReadOnly}
            onChange={(event) => form.change({ isEnabled: event.target.checked })}
          />
        }
      />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t(isEnabled ? 'rules.isOn' : 'rules.isOff')}</Box>
      {changedAt !== null && (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('rules.changed', { when: format.dateTime(changedAt), who: changedBy ?? t('unknownPerson') })}
        </Box>
      )}
    </Box>
  );
}

function QuietFields({ form, isReadOnly }: FieldsProps) {
  const { t } = useTranslation('on-call');
  return (
    <RulesGroup id="on-call-quiet" title={t('rules.quiet')} text={t('rules.quietText')}>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: '1fr 1fr', alignItems: 'start', maxWidth: 420 }}>
        <TimeField
          label={t('rules.quietFrom')}
          value={form.draft.quietFrom}
          isReadOnly={isReadOnly}
          error={form.errorAt('quietFrom')}
          onChange={(quietFrom) => form.change({ quietFrom })}
        />
        <TimeField
          label={t('rules.quietUntil')}
          value={form.draft.quietUntil}
          isReadOnly={isReadOnly}
          error={form.errorAt('quietUntil')}
          onChange={(quietUntil) => form.change({ quietUntil })}
        />
      </Box>
    </RulesGroup>
  );
}

interface RulesStaleNoticeProps {
  readonly form: RulesFormState;
  readonly theirs: VersionedRules;
  readonly people: readonly OnCallPerson[];
}

function RulesStaleNotice({ form, theirs, people }: RulesStaleNoticeProps) {
  const { t } = useTranslation(['on-call', 'form']);
  const describe = (draft: typeof form.draft) => describeRules(draft, people, t);
  return (
    <StaleNotice
      onKeepTheirs={form.keepTheirs}
      rows={compareFacts(describe(toRulesDraft(theirs)), describe(form.draft))}
    />
  );
}
