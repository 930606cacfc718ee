import type { AuditEntry } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { FactList, type Fact } from '../../ui/fact-list.tsx';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { RecordDrawer } from '../../ui/list/record-drawer.tsx';
import { useAuditWords } from './audit-words.ts';
import { listChanges, type AuditChange } from './changes.ts';
import { subjectPath } from './subject-link.ts';

interface AuditDrawerProps {
  readonly entry: AuditEntry;
  readonly storeName: string;
  readonly onClose: () => void;
  /** Filters the log by this person or this subject. */
  readonly onOnly: (values: Readonly<Record<string, string>>) => void;
}

/** All details of an entry, before and after side by side, with its place in the chain. */
export function AuditDrawer({ entry, storeName, onClose, onOnly }: AuditDrawerProps) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const { facts, technical } = useFacts(entry, storeName);
  return (
    <RecordDrawer
      titleId="audit-drawer-title"
      width={460}
      caption={t('drawer.title')}
      title={words.action(entry.action)}
      close={{ label: t('drawer.close'), icon: <Icon name="close" />, size: 44 }}
      onClose={onClose}
    >
      <ErrorBoundary place="section">
        <Changes entry={entry} />
      </ErrorBoundary>
      <FactList facts={facts} isValueAtEnd />
      <Box
        component="details"
        sx={{ typography: 'body2', '& > summary': { minHeight: 44, py: 1.25, cursor: 'pointer', fontWeight: 600 } }}
      >
        <summary>{t('drawer.technical')}</summary>
        <FactList facts={technical} isValueAtEnd />
      </Box>
      <Actions entry={entry} onOnly={onOnly} />
    </RecordDrawer>
  );
}

/** The person, the place and the subject; for technicians also the ids and the place in the chain. */
function useFacts(entry: AuditEntry, storeName: string) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const format = useFormat();
  const { actor, subject } = entry;
  const facts: readonly Fact[] = [
    [t('column.at'), format.dateTimeSeconds(entry.at)],
    [t('column.actor'), `${words.actor(actor)} (${t(`actorKind.${actor.kind}`)})`],
    [t('drawer.address'), actor.address ?? t('nothing')],
    [t('drawer.store'), storeName === '' ? t('nothing') : storeName],
    [
      t('column.subject'),
      subject.name === null ? words.subject(subject.kind) : `${words.subject(subject.kind)} ${subject.name}`,
    ],
  ];
  const technical: readonly Fact[] = [
    ...(subject.id === null ? [] : ([[t('drawer.subjectId'), subject.id]] as const)),
    [t('drawer.code'), entry.action],
    [t('drawer.seq'), format.number(entry.seq)],
    [t('drawer.hash'), entry.hash],
  ];
  return { facts, technical };
}

/** Links to the subject, and to the other entries of the subject and of the person. */
function Actions({ entry, onOnly }: Pick<AuditDrawerProps, 'entry' | 'onOnly'>) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const { actor, subject } = entry;
  const path = subjectPath(entry);
  const { id: actorId } = actor;
  const { id: subjectId } = subject;
  return (
    <>
      {path !== null && (
        <Button component={Link} to={path} variant="contained">
          {t('drawer.goTo', { what: words.subject(subject.kind) })}
        </Button>
      )}
      {subjectId !== null && (
        <Button color="inherit" variant="outlined" onClick={() => onOnly({ subject: subjectId, kind: '' })}>
          {t('drawer.onlySubject')}
        </Button>
      )}
      {actorId !== null && (
        <Button color="inherit" variant="outlined" onClick={() => onOnly({ by: actorId })}>
          {t('drawer.onlyActor', { name: words.actor(actor) })}
        </Button>
      )}
    </>
  );
}

function Changes({ entry: { detail, names } }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const changes = listChanges(detail);
  const became = changes.filter(({ fact }) => fact === undefined);
  const facts = changes.filter((change) => change.fact !== undefined);
  return (
    <>
      {became.length > 0 && <ChangeTable changes={became} names={names} />}
      {facts.length > 0 && <RecordedFacts changes={facts} names={names} />}
      {changes.length === 0 && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('drawer.noDetail')}</Box>}
    </>
  );
}

interface ChangesProps {
  readonly changes: readonly AuditChange[];
  readonly names: AuditEntry['names'];
}

/** The changed fields, before and after side by side. */
function ChangeTable({ changes, names }: ChangesProps) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  return (
    <Box
      component="table"
      data-testid="audit-changes"
      aria-label={t('drawer.changes')}
      sx={{
        width: '100%',
        borderCollapse: 'collapse',
        tableLayout: 'fixed',
        typography: 'body2',
        border: 1,
        borderColor: 'divider',
        '& th, & td': {
          textAlign: 'start',
          verticalAlign: 'top',
          p: 1,
          borderBottom: 1,
          borderColor: 'divider',
          overflowWrap: 'anywhere',
        },
        '& th': { color: 'text.secondary', fontWeight: 600 },
      }}
    >
      <thead>
        <tr>
          <th scope="col">{t('drawer.field')}</th>
          <th scope="col">{t('drawer.before')}</th>
          <th scope="col">{t('drawer.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field ?? ''}>
            <th scope="row">{words.field(field)}</th>
            <td>
              <Value value={before} names={names} words={words} />
            </td>
            <Box component="td" sx={{ fontWeight: 600 }}>
              <Value value={after} names={names} words={words} />
            </Box>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** The fields that only add information. */
function RecordedFacts({ changes, names }: ChangesProps) {
  const words = useAuditWords();
  return (
    <Box
      component="dl"
      data-testid="audit-facts"
      sx={{
        m: 0,
        p: 1.5,
        border: 1,
        borderColor: 'divider',
        display: 'grid',
        gridTemplateColumns: 'minmax(90px, auto) 1fr',
        columnGap: 2,
        rowGap: 0.75,
        typography: 'body2',
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, overflowWrap: 'anywhere', minWidth: 0 },
      }}
    >
      {changes.map(({ field, fact }) => (
        <Box key={field} sx={{ display: 'contents' }}>
          <dt>{words.field(field)}</dt>
          <dd>
            <Value value={fact} names={names} words={words} />
          </dd>
        </Box>
      ))}
    </Box>
  );
}

interface ValueProps {
  readonly value: unknown;
  readonly names: AuditEntry['names'];
  readonly words: Pick<ReturnType<typeof useAuditWords>, 'value'>;
}

function Value({ value, names, words }: ValueProps) {
  if (!isDeep(value)) return words.value(value, names);
  return (
    <Box component="pre" sx={{ m: 0, fontSize: 12, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {JSON.stringify(value, null, 1)}
    </Box>
  );
}

/** Whether a value is an object, or a list with one in it: such a value is shown as JSON. */
function isDeep(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (!Array.isArray(value) || value.some(isDeep));
}
