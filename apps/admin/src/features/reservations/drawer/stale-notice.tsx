import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';

interface StaleNoticeProps {
  readonly rows: readonly { readonly label: string; readonly theirs: string; readonly mine: string }[];
  readonly onKeepTheirs: () => void;
}

/** Both versions after a STALE refusal: what is saved now, and what the person wanted (AP-4). */
export function StaleNotice({ rows, onKeepTheirs }: StaleNoticeProps) {
  const { t } = useTranslation('reservations');
  return (
    <Box
      role="alert"
      data-testid="stale-reservation"
      sx={{ border: 1, borderColor: 'warning.main', borderRadius: 1, p: 1.5, display: 'grid', gap: 1 }}
    >
      <Box sx={{ typography: 'subtitle2' }}>{t('drawer.stale')}</Box>
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
            <th scope="col">{t('drawer.staleField')}</th>
            <th scope="col">{t('drawer.staleTheirs')}</th>
            <th scope="col">{t('drawer.staleMine')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
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
        {t('drawer.keepTheirs')}
      </Button>
    </Box>
  );
}
