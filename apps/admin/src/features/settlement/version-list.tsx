import type { Settlement } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useTranslation } from 'react-i18next';
import { useSettlementWords } from './settlement-words.ts';

/** The shared versions, newest first, each with its changes; above them the changes since the last one. */
export function VersionList({ settlement: { versions, changesSince, lines } }: { readonly settlement: Settlement }) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  if (versions.length === 0) return null;
  const name = (key: string) => {
    const line = lines.find((line) => line.key === key);
    return line === undefined ? t('version.goneLine') : words.line(line);
  };
  const money = (amount: number | null) => (amount === null ? '–' : words.money(amount));
  const changes = (of: Settlement['changesSince']) => (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {of.map((item) => (
        <li key={item.line}>
          {t('version.change', { line: name(item.line), before: money(item.before), after: money(item.after) })}
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
      {[...versions].reverse().map((version) => (
        <Box key={version.number}>
          <span>
            {t('version.line', {
              number: version.number,
              at: words.at(version.at),
              by: version.by,
              amount: words.money(version.payoutAmount),
            })}
          </span>
          {version.changes.length > 0 && changes(version.changes)}
        </Box>
      ))}
    </Card>
  );
}
