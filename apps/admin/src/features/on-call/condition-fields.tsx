import type { OnCallConditionRule } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslation } from 'react-i18next';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { Icon } from '../../ui/icon.tsx';
import { KIND_TONES } from './on-call-choices.ts';
import type { RulesFormState } from './rules-draft.ts';
import { RulesGroup } from './rules-group.tsx';

interface ConditionFieldsProps {
  readonly form: RulesFormState;
  readonly isReadOnly: boolean;
}

/** What wakes a person: each condition with a switch, and whether it wakes them in the quiet hours too (OC-1, OC-4). */
export function ConditionFields({ form, isReadOnly }: ConditionFieldsProps) {
  const { t } = useTranslation('on-call');
  const { conditions } = form.draft;
  const change = (condition: string, patch: Partial<OnCallConditionRule>) =>
    form.change({
      conditions: conditions.map((rule) => (rule.condition === condition ? { ...rule, ...patch } : rule)),
    });
  return (
    <RulesGroup id="on-call-conditions" title={t('rules.conditions')} text={t('rules.conditionsText')}>
      <Box component="ul" sx={{ ...PLAIN_LIST, border: 1, borderColor: 'divider', borderRadius: 1.5 }}>
        {conditions.map((rule) => (
          <ConditionRow
            key={rule.condition}
            rule={rule}
            isReadOnly={isReadOnly}
            onChange={(patch) => change(rule.condition, patch)}
          />
        ))}
      </Box>
    </RulesGroup>
  );
}

interface ConditionRowProps {
  readonly rule: OnCallConditionRule;
  readonly isReadOnly: boolean;
  readonly onChange: (patch: Partial<OnCallConditionRule>) => void;
}

function ConditionRow({ rule: { condition, isEnabled, isUrgent }, isReadOnly, onChange }: ConditionRowProps) {
  const { t } = useTranslation('on-call');
  const [icon, colour] = KIND_TONES[condition];
  const named = { kind: t(`kind.${condition}`) };
  return (
    <Box
      component="li"
      data-testid="on-call-condition"
      data-condition={condition}
      sx={{
        px: 2,
        py: 1,
        display: 'grid',
        columnGap: 2,
        alignItems: 'center',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start', minWidth: 0 }}>
        <Box component="span" sx={{ color: isEnabled ? colour : 'text.secondary', display: 'inline-flex', pt: 0.25 }}>
          <Icon name={icon} />
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <Box sx={{ typography: 'body2', fontWeight: 600 }}>{named.kind}</Box>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t(`kindText.${condition}`)}</Box>
        </Box>
      </Box>
      <Box sx={{ display: 'flex', columnGap: 2, pl: { xs: 3.5, sm: 0 }, flexWrap: 'wrap' }}>
        <FormControlLabel
          sx={{ mr: 0, minHeight: 44 }}
          label={t('rules.notify')}
          control={
            <Checkbox
              size="small"
              checked={isEnabled}
              disabled={isReadOnly}
              slotProps={{ input: { 'aria-label': t('rules.notifyNamed', named) } }}
              onChange={(event) => onChange({ isEnabled: event.target.checked })}
            />
          }
        />
        <FormControlLabel
          sx={{ mr: 0, minHeight: 44 }}
          label={t('rules.urgent')}
          control={
            <Checkbox
              size="small"
              checked={isUrgent}
              disabled={isReadOnly || !isEnabled}
              slotProps={{ input: { 'aria-label': t('rules.urgentNamed', named) } }}
              onChange={(event) => onChange({ isUrgent: event.target.checked })}
            />
          }
        />
      </Box>
    </Box>
  );
}
