import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { useNotificationRules, useSetNotificationRules } from './rules-switch.api.ts';

/** Head office switches whether notifications that need no person are confirmed by the system; others read it (NT-1). */
export function RulesSwitch() {
  const { t } = useTranslation('notification-lookup');
  const product = useProduct();
  const { data, error } = useNotificationRules(product);
  const set = useSetNotificationRules(product);
  const maySet = useCan()('webhooks:write');
  const id = useId();
  if (error !== null) return <ProblemAlert error={error} />;
  return (
    <Box data-testid="notification-rules" sx={{ minHeight: 62 }}>
      {data !== undefined && (
        <>
          <Box
            component="label"
            sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, typography: 'body2', fontWeight: 600 }}
          >
            <Switch
              checked={data.confirmsRoutine}
              disabled={!maySet}
              slotProps={{ input: { role: 'switch', 'aria-describedby': id } }}
              onChange={(_event, confirmsRoutine) =>
                !set.isPending && set.mutate({ confirmsRoutine, version: data.version })
              }
            />
            {t('rules.switch')}
          </Box>
          <Box id={id} sx={{ typography: 'caption', color: 'text.secondary' }}>
            {t('rules.text')}
          </Box>
          {set.error !== null && <ProblemAlert text={t('rules.failed', { why: problemText(t, set.error) })} />}
        </>
      )}
    </Box>
  );
}
