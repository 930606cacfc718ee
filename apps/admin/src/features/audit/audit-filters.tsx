import type { AuditActor } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useZoneHint } from '../../session/store-choice.ts';
import { FileExport } from '../../ui/form/file-export.tsx';
import { Choice, SearchBox } from '../../ui/form/filter-fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { countActiveFields, type ChangeAddress } from '../../ui/list/address-filter.ts';
import { LogFilterBar } from '../../ui/list/filter-bar.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { AUDIT_FILTER_FIELDS, type AuditLogFilter } from './audit-filter.ts';
import { useAuditWords } from './audit-words.ts';
import { useAuditExport } from './audit.api.ts';

interface AuditFiltersProps {
  readonly filter: AuditLogFilter;
  readonly actors: readonly AuditActor[];
  readonly onChange: ChangeAddress;
  readonly onClear: () => void;
}

/** The filter of the log, and its export. */
export function AuditFilters({ filter, actors, onChange, onClear }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const oneSubject = {
    text: t('filter.oneSubject'),
    icon: <Icon name="close" size={16} />,
    onRemove: () => onChange({ subject: '' }),
  };
  return (
    <LogFilterBar
      texts={t}
      filter={filter}
      activeCount={countActiveFields(AUDIT_FILTER_FIELDS, filter)}
      columns="minmax(0, 1.5fr) repeat(5, minmax(0, 1fr))"
      zoneHint={useZoneHint()}
      removable={filter.subjectId === null ? null : oneSubject}
      exportMenu={<AuditExport filter={filter} />}
      onChange={onChange}
      onClear={onClear}
    >
      <ChoiceFields filter={filter} actors={actors} onChange={onChange} />
    </LogFilterBar>
  );
}

/** Action, person and kind of subject. */
function ChoiceFields({ filter, actors, onChange }: Pick<AuditFiltersProps, 'filter' | 'actors' | 'onChange'>) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const all = t('filter.all');
  return (
    <>
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        <SearchBox
          label={t('filter.about')}
          hint={t('filter.aboutHint')}
          value={filter.about}
          onSearch={(about) => onChange({ about })}
        />
      </Box>
      <Choice
        label={t('filter.action')}
        all={all}
        value={filter.action ?? ''}
        onPick={(action) => onChange({ action })}
        options={[]}
        groups={words.actions.map(({ code, label, actions }) => ({
          label,
          options: [
            { value: code, label: t('filter.wholeGroup', { group: label }) },
            ...actions.map((action) => ({ value: action, label: words.action(action) })),
          ],
        }))}
      />
      <Choice
        label={t('filter.actor')}
        all={all}
        value={filter.actorId ?? ''}
        onPick={(by) => onChange({ by })}
        options={actors.map((actor) => ({ value: actor.id, label: words.actor(actor) }))}
      />
      <Choice
        label={t('filter.kind')}
        all={all}
        value={filter.subjectKind ?? ''}
        onPick={(kind) => onChange({ kind })}
        options={words.subjects
          .map((kind) => ({ value: kind, label: words.subject(kind) }))
          .sort((a, b) => a.label.localeCompare(b.label, 'ko'))}
      />
    </>
  );
}

/** Exports all entries of the filter as a file. The export is itself an entry of the log, and the menu says so. */
function AuditExport({ filter }: { readonly filter: AuditLogFilter }) {
  const { t, i18n } = useTranslation('audit');
  const file = useAuditExport(useProduct(), filter, i18n.resolvedLanguage === 'en' ? 'en' : 'kr');
  return <FileExport file={file} onSaved={() => toast.success(t('export.recorded'))} />;
}
