import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { Glyph } from '../devices/index.ts';
import { useDoorSpares, type ReceivedSpares } from './door-spares.api.ts';

/**
 * How many spare codes are in a door's lock, and until when it works offline (NX-3). Renders nothing for a lock without
 * codes.
 */
export function DoorSparesLine({ doorId }: { readonly doorId: string }) {
  const { t } = useTranslation('doors');
  const format = useFormat();
  const spares = useDoorSpares(doorId);
  if (spares === null) return null;
  const { size, ready, given, lastsUntil, lastsWithSparesUntil } = spares;
  const stand = standOf(spares);
  return (
    <Box
      data-testid="door-spares"
      sx={{ display: 'flex', gap: 1, typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
    >
      <Box
        component="span"
        sx={{ display: 'inline-flex', pt: '2px', ...(stand === 'now' && { color: 'warning.main' }) }}
      >
        <Glyph name={stand === 'now' ? 'alert' : 'clock'} size={16} />
      </Box>
      <span>
        {t(`spares.${stand}`, { until: lastsUntil === null ? '' : format.dateTime(lastsUntil) })}
        {size > 0 && (
          <Box component="span" sx={{ display: 'block' }}>
            {t('spares.ready', { ready, size })}
            {given > 0 && ` · ${t('spares.given', { given })}`}
            {ready > 0 &&
              lastsUntil !== null &&
              ` · ${lastsWithSparesUntil === null ? t('spares.allWithThem') : t('spares.untilWithThem', { until: format.dateTime(lastsWithSparesUntil) })}`}
          </Box>
        )}
      </span>
    </Box>
  );
}

function standOf({ lastsUntil, asOfMs }: ReceivedSpares): 'all' | 'now' | 'until' {
  if (lastsUntil === null) return 'all';
  return Date.parse(lastsUntil) <= asOfMs ? 'now' : 'until';
}
