import type { Settlement } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useTranslation } from 'react-i18next';
import { useSettlementWords } from './words.ts';

/** The shared versions, newest first, each with its changes; above them the changes since the last one. */
export function VersionList({ settlement: { versions, changesSince, lines } }: { readonly settlement: Settlement }) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  if (versions.length === 0) return null;
  const name = (key: string) => {
    const line = lines.find((it) => it.key === key);
    return line === undefined ? t('version.goneLine') : words.line(line);
  };
  const money = (amount: number | null) => (amount === null ? '–' : words.money(amount));
  const changes = (of: Settlement['changesSince']) => (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {of.map((it) => (
        <li key={it.line}>
          {t('version.change', { line: name(it.line), before: money(it.before), after: money(it.after) })}
        </li>
      ))}
    </Box>
  );
  return (
    <Card
      component="section"
      variant="outlined"
      data-testid="versions"
      sx={{ p: { xs: 1.5, md: 2 }, typography: 'body2', display: 'grid', gap: 1 }}
    >
      <Box component="h2" sx={{ typography: 'subtitle2', m: 0 }}>
        {t('version.title')}
      </Box>
      {changesSince.length > 0 && (
        <Box data-testid="changes-since">
          <strong>{t('version.since')}</strong>
          {changes(changesSince)}
        </Box>
      )}
      {[...versions].reverse().map((it) => (
        <Box key={it.number}>
          <span>
            {t('version.line', {
              number: it.number,
              at: words.at(it.at),
              by: it.by,
              amount: words.money(it.payoutAmount),
            })}
          </span>
          {it.changes.length > 0 && changes(it.changes)}
        </Box>
      ))}
    </Card>
  );
}
