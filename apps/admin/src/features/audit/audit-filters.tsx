import type { AuditActor } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { useZoneHint } from '../../app/store-choice.ts';
import { ExportMenu } from '../../ui/form/export-menu.tsx';
import { Choice, Day, SearchBox } from '../../ui/form/filter-fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.ts';
import { countNarrowed, type AuditFilter } from './audit-filter.ts';
import { useAuditWords } from './audit-words.ts';
import { useAuditExport } from './audit.api.ts';

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly actors: readonly AuditActor[];
  /** Values by their parameter in the address; empty ones are removed from it. */
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
  readonly onClear: () => void;
}

/** The filter of the log; all of it is in the address (SH-6). On a phone the rare filters are behind a button. */
export function AuditFilters({ filter, actors, onChange, onClear }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const [isOpen, setOpen] = useState(false);
  const narrowed = countNarrowed(filter);
  return (
    <Box role="search" aria-label={t('filter.label')} sx={{ display: 'grid', gap: 1.75 }}>
      <Box sx={{ display: 'grid', columnGap: 1, rowGap: 1.75, gridTemplateColumns: { xs: '1fr auto', md: '1fr' } }}>
        <SearchBox
          label={t('filter.search')}
          hint={t('filter.searchHint')}
          value={filter.q}
          onSearch={(q) => onChange({ q })}
        />
        <Button
          color="inherit"
          variant="outlined"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          sx={{ display: { md: 'none' }, minHeight: 40 }}
        >
          {narrowed === 0 ? t('filter.label') : t('filter.some', { count: narrowed })}
        </Button>
      </Box>
      <Box
        sx={{
          display: { xs: isOpen ? 'grid' : 'none', md: 'grid' },
          columnGap: 1,
          rowGap: 1.75,
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(5, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        <ChoiceFields filter={filter} actors={actors} onChange={onChange} />
        <PeriodFields filter={filter} onChange={onChange} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {filter.subjectId !== null && (
          <Button
            color="inherit"
            variant="outlined"
            endIcon={<Icon name="close" size={16} />}
            onClick={() => onChange({ subject: '' })}
            sx={{ minHeight: 40 }}
          >
            {t('filter.oneSubject')}
          </Button>
        )}
        <Button color="inherit" disabled={narrowed === 0} sx={{ minHeight: 40 }} onClick={onClear}>
          {t('filter.clear')}
        </Button>
        <Box sx={{ flex: 1 }} />
        <Export filter={filter} />
      </Box>
    </Box>
  );
}

/** Action, person and kind of subject. */
function ChoiceFields({ filter, actors, onChange }: Pick<AuditFiltersProps, 'filter' | 'actors' | 'onChange'>) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const all = t('filter.all');
  return (
    <>
      <Choice
        label={t('filter.action')}
        all={all}
        value={filter.action ?? ''}
        onPick={(action) => onChange({ action })}
        options={[]}
        groups={words.actions.map(({ code, label, actions }) => ({
          label,
          options: [
            { value: code, text: t('filter.wholeGroup', { group: label }) },
            ...actions.map((action) => ({ value: action, text: words.action(action) })),
          ],
        }))}
      />
      <Choice
        label={t('filter.actor')}
        all={all}
        value={filter.actorId ?? ''}
        onPick={(by) => onChange({ by })}
        options={actors.map((actor) => ({ value: actor.id, text: words.actor(actor) }))}
      />
      <Choice
        label={t('filter.kind')}
        all={all}
        value={filter.subjectKind ?? ''}
        onPick={(kind) => onChange({ kind })}
        options={words.subjects
          .map((kind) => ({ value: kind, text: words.subject(kind) }))
          .sort((a, b) => a.text.localeCompare(b.text, 'ko'))}
      />
    </>
  );
}

function PeriodFields({ filter: { from, to }, onChange }: Pick<AuditFiltersProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation('audit');
  const zoneHint = useZoneHint();
  const isPeriodBad = from !== null && to !== null && to < from;
  return (
    <>
      <Day label={t('filter.from')} value={from} onPick={(day) => onChange({ from: day })} hint={zoneHint} error="" />
      <Day
        label={t('filter.to')}
        value={to}
        onPick={(day) => onChange({ to: day })}
        error={isPeriodBad ? t('filter.invalidPeriod') : ''}
      />
    </>
  );
}

/** Exports all entries of the filter as a file. The export is itself an entry of the log, and the menu says so. */
function Export({ filter }: { readonly filter: AuditFilter }) {
  const { t, i18n } = useTranslation('audit');
  const file = useAuditExport(useProduct(), filter, i18n.resolvedLanguage === 'en' ? 'en' : 'kr');
  return (
    <ExportMenu
      title={file.isPending ? t('export.underWay') : t('export.title')}
      formats={{ xlsx: t('export.xlsx'), csv: t('export.csv') }}
      isPending={file.isPending}
      onSave={(format) =>
        file.mutate(format, {
          onError: (error) => toast.error(problemText(t, error)),
          onSuccess: () => toast.success(t('export.recorded')),
        })
      }
    />
  );
}
