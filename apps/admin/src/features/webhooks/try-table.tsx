import type { WebhookTry } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { tryWords } from './try-words.ts';

const tableStyle = {
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': {
    textAlign: 'start',
    verticalAlign: 'top',
    py: 0.75,
    pr: 1.5,
    borderBottom: 1,
    borderColor: 'divider',
  },
  '& th': { color: 'text.secondary', fontWeight: 600, whiteSpace: 'nowrap' },
  '& td:last-of-type, & th:last-of-type': { textAlign: 'end', pr: 0 },
  '& td': { fontVariantNumeric: 'tabular-nums' },
} as const;

/** The tries of a delivery: time, result in words and duration; the latest first. */
export function TryTable({ tries, attempts }: { readonly tries: readonly WebhookTry[]; readonly attempts: number }) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  return (
    <Box component="section" aria-label={t('delivery.tries')}>
      <Box component="h3" sx={{ typography: 'subtitle2', m: 0, mb: 0.5 }}>
        {t('delivery.tries')}
      </Box>
      {tries.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('delivery.noTry')}</Box>}
      {tries.length > 0 && (
        <Box component="table" data-testid="delivery-tries" sx={tableStyle}>
          <thead>
            <tr>
              <th scope="col">{t('delivery.at')}</th>
              <th scope="col">{t('delivery.outcome')}</th>
              <th scope="col">{t('delivery.took')}</th>
            </tr>
          </thead>
          <tbody>
            {tries.map((item) => (
              <tr key={item.at}>
                <td>
                  <time dateTime={item.at}>{`${format.dateTime(item.at)}${item.at.slice(16, 19)}`}</time>
                </td>
                <Box
                  component="td"
                  sx={{
                    overflowWrap: 'anywhere',
                    color: tryWords(item) === 'through' ? 'success.main' : 'text.primary',
                  }}
                >
                  {t(`try.${tryWords(item)}`, { status: item.status, code: item.error })}
                </Box>
                <Box component="td" sx={{ whiteSpace: 'nowrap' }}>
                  {t('delivery.ms', { ms: format.number(item.ms) })}
                </Box>
              </tr>
            ))}
          </tbody>
        </Box>
      )}
      {attempts > tries.length && <Box sx={{ color: 'text.secondary', mt: 0.5 }}>{t('delivery.latestTries')}</Box>}
    </Box>
  );
}
