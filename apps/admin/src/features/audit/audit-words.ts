import type { AuditEntry } from '@munjigi/contract';
import {
  actorName,
  AUDIT_ACTIONS,
  AUDIT_FIELDS,
  AUDIT_GROUPS,
  AUDIT_SUBJECTS,
  AUDIT_VALUES,
  wordOf,
} from '@munjigi/texts/audit';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { listChanges, type AuditChange } from './changes.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The number of changes shown in a row of the list; the drawer has all. */
const IN_A_ROW = 2;

/** The log in plain words of the shown language. */
export function useAuditWords() {
  const { t, i18n } = useTranslation('audit');
  const format = useFormat();
  const language = i18n.resolvedLanguage === 'en' ? 'en' : 'kr';

  const value = (item: unknown, names: AuditEntry['names']): string => {
    if (item === null || item === undefined || item === '') return t('nothing');
    if (typeof item === 'boolean') return t(item ? 'yes' : 'no');
    if (typeof item === 'number') return format.number(item);
    if (Array.isArray(item)) return item.length === 0 ? t('nothing') : item.map((one) => value(one, names)).join(', ');
    if (typeof item !== 'string') return JSON.stringify(item);
    if (INSTANT.test(item)) return format.dateTime(item);
    // People cannot read ids, so an id without a name becomes a text.
    return names[item] ?? (ID.test(item) ? t('unnamed') : wordOf(AUDIT_VALUES, item, language));
  };
  const field = (name: string | null) => (name === null ? t('content') : wordOf(AUDIT_FIELDS, name, language));
  const line = ({ field: name, fact, before, after }: AuditChange, names: AuditEntry['names']) =>
    fact === undefined
      ? t('changed', { field: field(name), before: value(before, names), after: value(after, names) })
      : t('fact', { field: field(name), value: value(fact, names) });
  return {
    action: (code: string) => wordOf(AUDIT_ACTIONS, code, language),
    actor: (actor: Pick<AuditEntry['actor'], 'kind' | 'label'>) => actorName(actor, language),
    group: (code: string) => wordOf(AUDIT_GROUPS, code, language),
    subject: (kind: string) => wordOf(AUDIT_SUBJECTS, kind, language),
    field,
    value,
    /** The first changes in one line, without ids and similar values. */
    summary: ({ detail, names }: AuditEntry): string => {
      const isPlain = (value: unknown): boolean =>
        Array.isArray(value)
          ? value.every(isPlain)
          : value === null ||
            value === undefined ||
            (typeof value !== 'object' && !(typeof value === 'string' && ID.test(value) && names[value] === undefined));
      const changes = listChanges(detail).filter((change) => [change.before, change.after, change.fact].every(isPlain));
      const more = changes.length - IN_A_ROW;
      const lines = changes.slice(0, IN_A_ROW).map((change) => line(change, names));
      return [...lines, ...(more > 0 ? [t('more', { count: more })] : [])].join(' · ');
    },
    actions: Object.keys(AUDIT_GROUPS)
      .map((code) => ({
        code,
        label: wordOf(AUDIT_GROUPS, code, language),
        actions: Object.keys(AUDIT_ACTIONS).filter((action) => action.startsWith(`${code}.`)),
      }))
      .sort((a, b) => a.label.localeCompare(b.label, language === 'en' ? 'en' : 'ko')),
    subjects: Object.keys(AUDIT_SUBJECTS),
  };
}
