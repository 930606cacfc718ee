import type { Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';

/** The current door, when an edit was refused as STALE; otherwise `null`. */
export function staleDoor(error: unknown): Door | null {
  return isProblem(error) && error.code === 'STALE' ? ((error.current as Door | undefined) ?? null) : null;
}

interface StaleDoorProps {
  /** Every setting in words, in the same order. */
  readonly theirs: readonly (readonly [label: string, value: string])[];
  readonly mine: readonly (readonly [label: string, value: string])[];
  readonly onKeepTheirs: () => void;
}

/** Both versions side by side (AP-4), where they differ: the saved and the typed values. */
export function StaleDoor({ theirs, mine, onKeepTheirs }: StaleDoorProps) {
  const { t } = useTranslation('doors');
  const rows = theirs
    .map(([label, value], index) => ({ label, theirs: value, mine: mine[index]?.[1] ?? '' }))
    .filter((row) => row.theirs !== row.mine);
  return (
    <Box
      role="alert"
      data-testid="stale-door"
      sx={{ border: 1, borderColor: 'warning.main', borderRadius: 1, p: 1.5, display: 'grid', gap: 1 }}
    >
      <Box sx={{ typography: 'subtitle2' }}>{t('edit.staleTitle')}</Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('edit.staleText')}</Box>
      <Box
        component="table"
        sx={{
          width: '100%',
          borderCollapse: 'collapse',
          typography: 'body2',
          '& th, & td': { textAlign: 'left', py: 0.5, pr: 1, verticalAlign: 'top', overflowWrap: 'anywhere' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('edit.staleField')}</th>
            <th scope="col">{t('edit.staleTheirs')}</th>
            <th scope="col">{t('edit.staleMine')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <td>{row.theirs}</td>
              <Box component="td" sx={{ fontWeight: 700 }}>
                {row.mine}
              </Box>
            </tr>
          ))}
        </tbody>
      </Box>
      <Button size="small" color="inherit" variant="outlined" onClick={onKeepTheirs} sx={{ justifySelf: 'start' }}>
        {t('edit.keepTheirs')}
      </Button>
    </Box>
  );
}
