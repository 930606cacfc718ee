import type { ReminderSettings } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useReminderSettings, useSetReminderSettings } from './connections.api.ts';

const CHOICES = [
  { field: 'isDayBeforeOn', name: 'dayBefore' },
  { field: 'isStartsSoonOn', name: 'startsSoon' },
  { field: 'isRatingOn', name: 'rating' },
  { field: 'isPassEndingOn', name: 'passEnding' },
] as const;

/** The reminders and invitations that a store sends; a switch saves at once (MS-21). */
export function RemindersCard({ storeId }: { readonly storeId: string }) {
  const { data, error, refetch } = useReminderSettings(useProduct(), storeId);
  if (data !== undefined) return <ReminderSwitches settings={data} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Skeleton variant="rounded" height={200} aria-busy="true" />;
}

function ReminderSwitches({ settings }: { readonly settings: ReminderSettings }) {
  const { t } = useTranslation(['messages', 'form']);
  const maySet = useCan()('stores:write');
  const set = useSetReminderSettings(useProduct(), settings.storeId);
  const { storeId: _, ...present } = settings;
  return (
    <Card
      component="section"
      variant="outlined"
      aria-label={t('reminders.title')}
      data-testid="reminders-card"
      sx={{ p: 2, display: 'grid', gap: 1.5 }}
    >
      <Box>
        <Box component="h2" sx={{ typography: 'subtitle2', m: 0 }}>
          {t('reminders.title')}
        </Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('reminders.text')}</Box>
      </Box>
      {CHOICES.map(({ field, name }) => (
        <Box key={field}>
          <FormControlLabel
            label={t(`reminders.${name}`)}
            control={
              <Switch
                checked={settings[field]}
                disabled={!maySet || set.isPending}
                slotProps={{ input: { 'aria-describedby': `reminder-${name}` } }}
                onChange={(event) =>
                  set.mutate(
                    { ...present, [field]: event.target.checked },
                    { onSuccess: () => toast.success(t('form:saved')) },
                  )
                }
              />
            }
          />
          <Box id={`reminder-${name}`} sx={{ typography: 'body2', color: 'text.secondary' }}>
            {t(`reminders.${name}Hint`)}
          </Box>
        </Box>
      ))}
      <ProblemAlert error={set.error} />
      {!maySet && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('reminders.readOnly')}</Box>}
    </Card>
  );
}
