import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';

export interface StaleRow {
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
}

interface StaleNoticeProps {
  /** The fields of the form as they are saved now, and as they were typed. */
  readonly rows: readonly StaleRow[];
  readonly onKeepTheirs: () => void;
}

/** Both versions side by side (AP-4), where they differ. «Save» beside it sends the person's version again. */
export function StaleNotice({ rows, onKeepTheirs }: StaleNoticeProps) {
  const { t } = useTranslation('form');
  const differing = rows.filter((row) => row.theirs !== row.mine);
  return (
    <Box
      role="alert"
      data-testid="stale-notice"
      sx={{ border: 1, borderColor: 'warning.main', borderRadius: 1, p: 2, display: 'grid', gap: 1 }}
    >
      <Box sx={{ typography: 'subtitle2' }}>{t('stale.title')}</Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('stale.text')}</Box>
      <Box
        component="table"
        sx={{
          width: '100%',
          borderCollapse: 'collapse',
          typography: 'body2',
          '& th, & td': { textAlign: 'start', py: 0.5, pr: 1, verticalAlign: 'top', overflowWrap: 'anywhere' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('stale.field')}</th>
            <th scope="col">{t('stale.theirs')}</th>
            <th scope="col">{t('stale.mine')}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((row) => (
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
        {t('stale.keepTheirs')}
      </Button>
    </Box>
  );
}
