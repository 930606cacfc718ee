import type { WebhookType } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslation } from 'react-i18next';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import type { EndpointDraft, UrlProblem } from './endpoint-draft.ts';
import { WEBHOOK_TYPE_CHOICES } from './webhook-types.ts';

interface EndpointFieldsProps {
  readonly draft: EndpointDraft;
  readonly onChange: (change: Partial<EndpointDraft>) => void;
  /** The fault of the URL, after the first attempt to save. */
  readonly urlProblem: UrlProblem | null;
  readonly isUrlMissing: boolean;
  readonly isTypeMissing: boolean;
  /** Whether it can be paused here: a new endpoint cannot. */
  readonly canPause: boolean;
}

/** The address of an endpoint, its types, and whether it is on. */
export function EndpointFields({
  draft,
  onChange,
  urlProblem,
  isUrlMissing,
  isTypeMissing,
  canPause,
}: EndpointFieldsProps) {
  const { t } = useTranslation(['webhooks', 'form']);
  const urlError = isUrlMissing ? t('form:required') : urlProblem === null ? undefined : t(`urlProblem.${urlProblem}`);
  return (
    <>
      <TextInput
        label={t('form.url')}
        value={draft.url}
        onChange={(url) => onChange({ url })}
        maxLength={2000}
        hint={t('form.urlHint')}
        error={urlError}
        autoFocus={!canPause}
      />
      <TextInput
        label={t('form.description')}
        value={draft.description}
        onChange={(description) => onChange({ description })}
        maxLength={200}
        hint={t('form.descriptionHint')}
      />
      <TypeChoice types={draft.types} onChange={(types) => onChange({ types })} isMissing={isTypeMissing} />
      {canPause && (
        <SelectInput
          label={t('form.isOn')}
          value={draft.isOn ? 'on' : 'off'}
          onChange={(value) => onChange({ isOn: value === 'on' })}
          hint={t('form.offHint')}
          options={[
            { value: 'on', label: t('form.on') },
            { value: 'off', label: t('form.off') },
          ]}
        />
      )}
    </>
  );
}

interface TypeChoiceProps {
  readonly types: readonly WebhookType[];
  readonly onChange: (types: readonly WebhookType[]) => void;
  readonly isMissing: boolean;
}

function TypeChoice({ types, onChange, isMissing }: TypeChoiceProps) {
  const { t } = useTranslation('webhooks');
  const hasAll = types.length === WEBHOOK_TYPE_CHOICES.length;
  const toggle = (type: WebhookType) =>
    onChange(types.includes(type) ? types.filter((chosen) => chosen !== type) : [...types, type]);
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ typography: 'subtitle2', p: 0 }}>
        {t('form.types')}
      </Box>
      {isMissing && <ProblemAlert text={t('form.noType')} />}
      <FormControlLabel
        control={
          <Checkbox
            checked={hasAll}
            indeterminate={!hasAll && types.length > 0}
            onChange={() => onChange(hasAll ? [] : WEBHOOK_TYPE_CHOICES)}
          />
        }
        label={t('form.allTypes')}
      />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          columnGap: 2,
          rowGap: 0.5,
          borderTop: 1,
          borderColor: 'divider',
          pt: 0.5,
        }}
      >
        {WEBHOOK_TYPE_CHOICES.map((type) => (
          <TypeOption key={type} type={type} isChosen={types.includes(type)} onToggle={() => toggle(type)} />
        ))}
      </Box>
    </Box>
  );
}

interface TypeOptionProps {
  readonly type: WebhookType;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function TypeOption({ type, isChosen, onToggle }: TypeOptionProps) {
  const { t } = useTranslation('webhooks');
  return (
    <FormControlLabel
      sx={{ alignItems: 'flex-start', m: 0, ml: '-11px' }}
      control={<Checkbox checked={isChosen} onChange={onToggle} />}
      label={
        <Box component="span" sx={{ display: 'block', py: 1.25 }}>
          {t(`type.${type}`)}
          <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
            {t(`typeHint.${type}`)}
          </Box>
        </Box>
      }
    />
  );
}
