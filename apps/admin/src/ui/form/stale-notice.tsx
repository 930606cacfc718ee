import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { WIDE_TABLE } from './layouts.ts';

type Fact = readonly [label: string, value: string];

export interface StaleRow {
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
}

/** The texts of a notice, where a screen has its own. */
interface StaleWords {
  readonly title: string;
  readonly text?: string;
  readonly field: string;
  readonly theirs: string;
  readonly mine: string;
  readonly keepTheirs: string;
}

/** The rows of two lists of labelled values: as another person saved them, and as they were typed. */
export function compareFacts(theirs: readonly Fact[], mine: readonly Fact[]): StaleRow[] {
  const longer = theirs.length > mine.length ? theirs : mine;
  return longer.map(([label], at) => ({ label, theirs: theirs[at]?.[1] ?? '', mine: mine[at]?.[1] ?? '' }));
}

interface StaleNoticeProps {
  /** The fields of the form as they are saved now, and as they were typed. */
  readonly rows: readonly StaleRow[];
  readonly words?: StaleWords;
  readonly testId?: string;
  readonly isCompact?: boolean;
  /** Also shows the fields in which the versions are equal. */
  readonly showsEqualRows?: boolean;
  readonly onKeepTheirs: () => void;
}

/** Both versions side by side (AP-4), where they differ. «Save» beside it sends the person's version again. */
export function StaleNotice({ rows, testId = 'stale-notice', onKeepTheirs, ...props }: StaleNoticeProps) {
  const formWords = useFormWords();
  const { words = formWords, isCompact = false, showsEqualRows = false } = props;
  const shown = showsEqualRows ? rows : rows.filter((row) => row.theirs !== row.mine);
  return (
    <Box
      role="alert"
      data-testid={testId}
      sx={{ border: 1, borderColor: 'warning.main', borderRadius: 1, p: isCompact ? 1.5 : 2, display: 'grid', gap: 1 }}
    >
      <Box sx={{ typography: 'subtitle2' }}>{words.title}</Box>
      {words.text !== undefined && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{words.text}</Box>}
      <Box
        component="table"
        sx={{
          ...WIDE_TABLE,
          '& th, & td': { textAlign: 'start', py: 0.5, pr: 1, verticalAlign: 'top', overflowWrap: 'anywhere' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.theirs}</th>
            <th scope="col">{words.mine}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <td>{row.theirs}</td>
              <Box component="td" sx={{ fontWeight: row.theirs === row.mine ? 400 : 700 }}>
                {row.mine}
              </Box>
            </tr>
          ))}
        </tbody>
      </Box>
      <Button size="small" color="inherit" variant="outlined" onClick={onKeepTheirs} sx={{ justifySelf: 'start' }}>
        {words.keepTheirs}
      </Button>
    </Box>
  );
}

function useFormWords(): StaleWords {
  const { t } = useTranslation('form');
  return {
    title: t('stale.title'),
    text: t('stale.text'),
    field: t('stale.field'),
    theirs: t('stale.theirs'),
    mine: t('stale.mine'),
    keepTheirs: t('stale.keepTheirs'),
  };
}
