import type { PrivacyPolicy } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { useEditForm, type EditForm } from '../../../ui/form/edit-form.ts';
import { TextInput } from '../../../ui/form/fields.tsx';
import { DateField } from '../../../ui/form/time/date-field.tsx';
import { useFormat } from '../../../ui/format.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { FIELD_GRID, SectionForm } from '../settings-section.tsx';
import { findBadLine, parseProcessors, writeProcessors } from './processors.ts';
import { usePublishPrivacyPolicy } from './sellers.api.ts';

interface Draft {
  readonly effectiveOn: string;
  readonly officerName: string;
  readonly officerContact: string;
  readonly processors: string;
  readonly body: string;
  readonly bodyEn: string;
}

const TEXTS = [
  { name: 'processors', max: 6000, rows: 4 },
  { name: 'body', max: 20_000, rows: 16 },
  { name: 'bodyEn', max: 20_000, rows: 10 },
] as const;
const VARIABLES = ['{{chain}}', '{{months}}', '{{processors}}', '{{officerName}}'].join(' ');

/** The privacy policy of the chain: saving publishes its next version (SE-3). */
export function PrivacyPolicyForm({ policy }: { readonly policy: PrivacyPolicy }) {
  const { t } = useTranslation('sellers');
  const isReadOnly = !useCan()('personal-data:write');
  const form = usePolicyForm(policy);
  return (
    <SectionForm
      form={form}
      text={t('policy.text')}
      isReadOnly={isReadOnly}
      draftOf={toDraft}
      valuesOf={(draft) =>
        (['effectiveOn', 'officerName', 'officerContact', 'processors', 'body', 'bodyEn'] as const).map(
          (name) => [t(`policy.${name}`), draft[name]] as const,
        )
      }
    >
      <PolicyState policy={policy} />
      <PolicyFields form={form} isReadOnly={isReadOnly} />
    </SectionForm>
  );
}

function usePolicyForm(row: PrivacyPolicy) {
  const { t } = useTranslation(['sellers', 'form']);
  const publish = usePublishPrivacyPolicy(useProduct());
  return useEditForm({
    row,
    draftOf: toDraft,
    check: (draft) => {
      const badLine = findBadLine(draft.processors);
      return {
        ...(draft.effectiveOn === '' && { effectiveOn: t('policy.effectiveOnInvalid') }),
        ...(badLine !== null && { processors: t('policy.processorsInvalid', { line: badLine }) }),
        ...Object.fromEntries(
          (['officerName', 'officerContact', 'body'] as const)
            .filter((name) => draft[name].trim() === '')
            .map((name) => [name, t('form:required')]),
        ),
      };
    },
    bodyOf: (draft) => ({
      ...draft,
      officerName: draft.officerName.trim(),
      officerContact: draft.officerContact.trim(),
      processors: parseProcessors(draft.processors),
    }),
    // A version is published whole.
    send: ({ version }, { whole }) => publish({ ...whole, version }),
    onSaved: () => toast.success(t('form:saved')),
  });
}

function toDraft(row: PrivacyPolicy): Draft {
  const { effectiveOn, officerName, officerContact, body, bodyEn } = row;
  return { effectiveOn, officerName, officerContact, processors: writeProcessors(row.processors), body, bodyEn };
}

function PolicyState({ policy }: { readonly policy: PrivacyPolicy }) {
  const { t } = useTranslation('sellers');
  const format = useFormat();
  const product = useProduct();
  if (policy.changedAt === null) return <Alert severity="warning">{t('policy.draft')}</Alert>;
  const { version, changedBy, changedAt } = policy;
  return (
    <Box sx={{ typography: 'body2', color: 'text.secondary', display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <span>{t('policy.published', { version, by: changedBy, at: format.dateTime(changedAt) })}</span>
      <a href={`/b/${product}/privacy`} target="_blank" rel="noopener noreferrer">
        {t('policy.open')}
      </a>
    </Box>
  );
}

interface PolicyFieldsProps {
  readonly form: EditForm<PrivacyPolicy, Draft>;
  readonly isReadOnly: boolean;
}

function PolicyFields({ form, isReadOnly }: PolicyFieldsProps) {
  const { t } = useTranslation('sellers');
  const { draft, errorAt, change } = form;
  const hints = {
    processors: t('policy.processorsHint'),
    body: t('policy.bodyHint', { names: VARIABLES }),
    bodyEn: undefined,
  };
  return (
    <>
      <Box sx={FIELD_GRID}>
        <DateField
          label={t('policy.effectiveOn')}
          value={draft.effectiveOn}
          isReadOnly={isReadOnly}
          error={errorAt('effectiveOn')}
          onChange={(effectiveOn) => change({ effectiveOn })}
        />
        {(['officerName', 'officerContact'] as const).map((name) => (
          <TextInput
            key={name}
            label={t(`policy.${name}`)}
            value={draft[name]}
            maxLength={name === 'officerName' ? 60 : 120}
            isRequired={!isReadOnly}
            isReadOnly={isReadOnly}
            error={errorAt(name)}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </Box>
      {TEXTS.map(({ name, max, rows }) => (
        <TextInput
          key={name}
          label={t(`policy.${name}`)}
          value={draft[name]}
          maxLength={max}
          rows={rows}
          isReadOnly={isReadOnly}
          error={errorAt(name)}
          hint={hints[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
    </>
  );
}
