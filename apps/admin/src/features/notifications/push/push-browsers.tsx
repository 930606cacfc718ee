import type { PushBrowser } from '@munjigi/contract';
import { browserOf } from '@munjigi/rules';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { PLAIN_LIST } from '../../../ui/form/layouts.ts';
import { useFormat } from '../../../ui/format.ts';
import { NamedRow } from '../../../ui/list/named-row.tsx';

/** The person's other browsers with push: when it was switched on and last used, and the button to remove each. */
export function PushBrowsers({
  browsers,
  onRemove,
}: {
  readonly browsers: readonly PushBrowser[];
  readonly onRemove: (id: string) => void;
}) {
  const { t } = useTranslation('push');
  const format = useFormat();
  if (browsers.length === 0) return null;
  const title = t('others.title', { count: browsers.length });
  return (
    <Box sx={{ typography: 'body2', display: 'grid', gap: 0.5 }}>
      <Box component="h3" sx={{ typography: 'body2', fontWeight: 600, m: 0 }}>
        {title}
      </Box>
      <Box component="ul" aria-label={title} sx={PLAIN_LIST}>
        {browsers.map(({ id, userAgent, createdAt, lastDeliveredAt }) => {
          const name = browserOf(userAgent) ?? t('others.unknown');
          return (
            <NamedRow
              key={id}
              data-testid="push-browser"
              name={name}
              details={
                <>
                  {t('others.since', { at: format.dateTime(createdAt) })} ·{' '}
                  {lastDeliveredAt === null
                    ? t('others.never')
                    : t('others.delivered', { at: format.dateTime(lastDeliveredAt) })}
                </>
              }
              action={{
                label: t('others.removeNamed', { name }),
                text: t('others.remove'),
                onClick: () => onRemove(id),
              }}
            />
          );
        })}
      </Box>
    </Box>
  );
}
