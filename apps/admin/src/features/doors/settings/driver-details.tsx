import type { Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

/** The connection of the door's device, for a person on the telephone with an installer. Read only, collapsed. */
export function DriverDetails({ door }: { readonly door: Door }) {
  const { t } = useTranslation('doors');
  if (door.driverSettings === null) return null;
  return (
    <Box
      component="details"
      sx={{ typography: 'body2', color: 'text.secondary', '& summary': { cursor: 'pointer', py: 0.5 } }}
    >
      <summary>{t('edit.driverSettings')}</summary>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: 'auto 1fr',
          columnGap: 1.5,
          rowGap: 0.25,
          '& dd': { m: 0, overflowWrap: 'anywhere', fontFamily: 'monospace' },
        }}
      >
        <dt>{t('edit.driver')}</dt>
        <dd>{t(`edit.drivers.${door.driver}`)}</dd>
        {Object.entries(door.driverSettings).map(([key, value]) => (
          <Box key={key} sx={{ display: 'contents' }}>
            <dt>{key}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
