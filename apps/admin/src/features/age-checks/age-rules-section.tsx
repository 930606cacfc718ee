import type { AgeRule, AgeRules } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { BORDERED } from '../../ui/form/layouts.ts';
import { Unread } from '../../ui/form/unread.tsx';
import { FORM_WIDTH } from '../../ui/page-layout.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { NamedRoom } from '../stores/index.ts';
import { AgeRuleDialog } from './age-rule-dialog.tsx';
import { useAgeRules, useSetAgeRules } from './age-checks.api.ts';

interface AgeRulesProps {
  readonly storeId: string;
  readonly rooms: readonly NamedRoom[];
}

/** The rooms and hours of a store for adults (AG-1). */
export function AgeRulesSection({ storeId, rooms }: AgeRulesProps) {
  const rules = useAgeRules(useProduct(), storeId);
  if (rules.data === undefined) return <Unread query={rules} height={160} />;
  return <Rules rules={rules.data} rooms={rooms} />;
}

/** A rule that is open in the dialog: its place, or the end of the list for a new one. */
type Edited = number | null;

function Rules({ rules, rooms }: { readonly rules: AgeRules; readonly rooms: readonly NamedRoom[] }) {
  const { t } = useTranslation('age-checks');
  const isReadOnly = !useCan()('stores:write');
  const { edited, setEdited, send, save } = useRuleEdits(rules);
  return (
    <Box
      component="section"
      aria-label={t('title')}
      data-testid="age-rules"
      sx={{ display: 'grid', gap: 1.5, maxWidth: FORM_WIDTH, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <SectionHead title={t('title')} text={t('text')}>
        {!isReadOnly && (
          <Button variant="outlined" color="inherit" onClick={() => setEdited(rules.rules.length)}>
            {t('add')}
          </Button>
        )}
      </SectionHead>
      {!rules.hasIdentityProvider && rules.rules.length > 0 && <Alert severity="warning">{t('noProvider')}</Alert>}
      {rules.rules.length === 0 && <Box sx={{ typography: 'body2' }}>{t('empty')}</Box>}
      {rules.rules.map((rule, at) => (
        <RuleRow
          key={JSON.stringify(rule)}
          rule={rule}
          rooms={rooms}
          isReadOnly={isReadOnly}
          onEdit={() => setEdited(at)}
          onRemove={() => send({ rules: rules.rules.filter((other) => other !== rule) })}
        />
      ))}
      {rules.rules.length > 0 && (
        <MonthsField
          checkMonths={rules.checkMonths}
          isReadOnly={isReadOnly}
          onChange={(checkMonths) => send({ checkMonths })}
        />
      )}
      {edited === null && <ProblemAlert error={save.error} />}
      {edited !== null && (
        <AgeRuleDialog
          rule={rules.rules[edited] ?? null}
          rooms={rooms}
          isBusy={save.isPending}
          error={save.error}
          onSave={(rule) => send({ rules: rules.rules.toSpliced(edited, 1, rule) })}
          onClose={() => {
            save.reset();
            setEdited(null);
          }}
        />
      )}
    </Box>
  );
}

/** The rule that is open, and the changes of the list, which is saved whole. */
function useRuleEdits(rules: AgeRules) {
  const { t } = useTranslation('age-checks');
  const save = useSetAgeRules(useProduct(), rules.storeId);
  const [edited, setEdited] = useState<Edited>(null);
  const send = (change: Partial<Pick<AgeRules, 'rules' | 'checkMonths'>>) => {
    const { checkMonths, version } = rules;
    save.mutate(
      { rules: rules.rules, checkMonths, version, ...change },
      {
        onSuccess: () => {
          toast.success(t('saved'));
          setEdited(null);
        },
      },
    );
  };
  return { edited, setEdited, send, save };
}

interface MonthsProps {
  readonly checkMonths: number;
  readonly isReadOnly: boolean;
  readonly onChange: (checkMonths: number) => void;
}

function MonthsField({ checkMonths, isReadOnly, onChange }: MonthsProps) {
  const { t } = useTranslation('age-checks');
  return (
    <Box sx={{ maxWidth: 240, mt: 1 }}>
      <SelectInput
        label={t('months')}
        value={String(checkMonths)}
        isReadOnly={isReadOnly}
        options={monthsWith(checkMonths).map((count) => ({ value: String(count), label: t('monthsCount', { count }) }))}
        onChange={(value) => onChange(Number(value))}
      />
    </Box>
  );
}

const MONTHS = [1, 3, 6, 12, 24];

function monthsWith(present: number): number[] {
  return [...new Set([...MONTHS, present])].sort((one, other) => one - other);
}

interface RuleRowProps {
  readonly rule: AgeRule;
  readonly rooms: readonly NamedRoom[];
  readonly isReadOnly: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function RuleRow({ rule, rooms, isReadOnly, onEdit, onRemove }: RuleRowProps) {
  const { t } = useTranslation('age-checks');
  const what = useRuleWords(rule, rooms);
  return (
    <Box
      data-testid="age-rule"
      sx={{ ...BORDERED, p: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between' }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere', typography: 'body2' }}>
        <Box sx={{ fontWeight: 600 }}>{what}</Box>
        <Box>{t(`bases.${rule.basis}`)}</Box>
        {rule.note !== '' && <Box sx={{ color: 'text.secondary' }}>{rule.note}</Box>}
      </Box>
      {!isReadOnly && (
        <Box sx={{ display: 'flex', gap: 0.5 }}>
          <Button size="small" color="inherit" aria-label={t('edit_named', { what })} onClick={onEdit}>
            {t('change')}
          </Button>
          <Button size="small" color="inherit" aria-label={t('remove_named', { what })} onClick={onRemove}>
            {t('remove')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

/** The rooms, the days and the hours of a rule in one line. */
function useRuleWords({ roomIds, weekdays, fromTime, toTime }: AgeRule, rooms: readonly NamedRoom[]): string {
  const { t } = useTranslation(['age-checks', 'stores']);
  const names = roomIds.map((id) => rooms.find((room) => room.id === id)?.name ?? t('archivedRoom'));
  return [
    roomIds.length === 0 ? t('everyRoom') : names.join(', '),
    weekdays.length === 7 ? t('everyDay') : weekdays.map((day) => t(`stores:weekdayShort.${String(day)}`)).join('·'),
    fromTime === toTime ? t('always') : `${fromTime}–${toTime}`,
  ].join(' · ');
}
