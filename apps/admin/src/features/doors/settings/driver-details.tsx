import type { Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../../ui/fact-list.tsx';

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
      <FactList
        canBreakLabels
        rowGap={0.25}
        sx={{ columnGap: 1.5, '& dd': { fontFamily: 'monospace' } }}
        facts={[
          [t('edit.driver'), t(`edit.drivers.${door.driver}`)],
          ...Object.entries(door.driverSettings).map(
            ([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)] as const,
          ),
        ]}
      />
    </Box>
  );
}
