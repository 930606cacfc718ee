import type { OnCallChannel, OnCallPerson } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../ui/form/fields.tsx';
import { OptionCheckboxes } from '../../ui/form/option-checkboxes.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { CHANNEL_CHOICES, STEP_LIMIT } from './on-call-choices.ts';
import { StepPeople } from './step-people.tsx';
import { newStep, type RulesFormState, type StepDraft } from './rules-draft.ts';
import { RulesGroup } from './rules-group.tsx';

interface EscalationFieldsProps {
  readonly form: RulesFormState;
  readonly people: readonly OnCallPerson[];
  readonly isReadOnly: boolean;
}

/** Who is notified, and who after them if no person takes the incident (OC-3). */
export function EscalationFields({ form, people, isReadOnly }: EscalationFieldsProps) {
  const { t } = useTranslation('on-call');
  const { steps } = form.draft;
  // A fault of a step is shown at the step.
  const ownError = steps.length === 0 ? form.errorAt('steps') : undefined;
  return (
    <RulesGroup id="on-call-steps" title={t('rules.steps')} text={t('rules.stepsText')}>
      {steps.length === 0 && <Box sx={{ typography: 'body2' }}>{t('rules.noSteps')}</Box>}
      {steps.map((step, at) => (
        <StepFields
          key={step.key}
          at={at}
          step={step}
          people={people}
          isReadOnly={isReadOnly}
          errorAt={(field) => form.errorAt(`steps.${at}.${field}`)}
          onChange={(patch) =>
            form.change({ steps: steps.map((other, index) => (index === at ? { ...other, ...patch } : other)) })
          }
          onRemove={() => form.change({ steps: steps.filter((_step, index) => index !== at) })}
        />
      ))}
      <ProblemAlert text={ownError} />
      {!isReadOnly && steps.length < STEP_LIMIT && (
        <Button
          variant="outlined"
          color="inherit"
          onClick={() => form.change({ steps: [...steps, newStep(steps.length === 0)] })}
          sx={{ justifySelf: 'start', minHeight: 44 }}
        >
          {t(steps.length === 0 ? 'rules.addFirstStep' : 'rules.addStep')}
        </Button>
      )}
    </RulesGroup>
  );
}

interface StepFieldsProps {
  /** The place of the step, from 0. */
  readonly at: number;
  readonly step: StepDraft;
  readonly people: readonly OnCallPerson[];
  readonly isReadOnly: boolean;
  readonly errorAt: (field: keyof StepDraft) => string | undefined;
  readonly onChange: (patch: Partial<StepDraft>) => void;
  readonly onRemove: () => void;
}

function StepFields({ at, step, people, isReadOnly, errorAt, onChange, onRemove }: StepFieldsProps) {
  const { t } = useTranslation(['on-call', 'form']);
  const name = t('rules.step', { step: at + 1 });
  return (
    <Card
      variant="outlined"
      role="group"
      aria-label={name}
      data-testid="on-call-step"
      sx={{ p: 2, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', overflow: 'visible' }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', justifyContent: 'space-between', minHeight: 36 }}>
        <Box component="h3" sx={{ typography: 'subtitle2', m: 0 }}>
          {name}
        </Box>
        {!isReadOnly && (
          <Button size="small" color="inherit" aria-label={t('rules.removeStepNamed', { name })} onClick={onRemove}>
            {t('rules.removeStep')}
          </Button>
        )}
      </Box>
      <Box sx={{ maxWidth: 260 }}>
        <NumberInput
          label={t(at === 0 ? 'rules.afterBegin' : 'rules.afterStep', { step: at })}
          value={step.afterMinutes}
          unit={t('form:minutes')}
          isReadOnly={isReadOnly}
          error={errorAt('afterMinutes')}
          hint={t(at === 0 ? 'rules.afterBeginHint' : 'rules.afterStepHint', { step: at })}
          onChange={(afterMinutes) => onChange({ afterMinutes })}
        />
      </Box>
      <ChannelFields step={step} isReadOnly={isReadOnly} error={errorAt('channels')} onChange={onChange} />
      <StepPeople
        step={step}
        people={people}
        isReadOnly={isReadOnly}
        error={errorAt('userIds')}
        onChange={(userIds) => onChange({ userIds })}
      />
    </Card>
  );
}

interface ChannelFieldsProps extends Pick<StepFieldsProps, 'step' | 'isReadOnly' | 'onChange'> {
  readonly error: string | undefined;
}

function ChannelFields({ step: { channels }, isReadOnly, error, onChange }: ChannelFieldsProps) {
  const { t } = useTranslation('on-call');
  const nameOf = (channel: OnCallChannel) => t(`channel.${channel}`);
  return (
    <Box>
      <Box sx={{ typography: 'body2', fontWeight: 600 }}>{t('rules.channels')}</Box>
      {isReadOnly ? (
        <Box sx={{ typography: 'body2' }}>{channels.map(nameOf).join(', ')}</Box>
      ) : (
        <OptionCheckboxes
          label={t('rules.channels')}
          options={CHANNEL_CHOICES.map((id) => ({ id, name: nameOf(id) }))}
          value={channels}
          onChange={(ids) => onChange({ channels: CHANNEL_CHOICES.filter((channel) => ids.includes(channel)) })}
        />
      )}
      <ProblemAlert text={error} />
    </Box>
  );
}
