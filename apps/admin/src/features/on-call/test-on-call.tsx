import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isProblem } from '../../api/call.ts';
import { useProduct } from '../../session/auth.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { useTestOnCall } from './rules.api.ts';

interface TestOnCallProps {
  readonly storeId: string;
  /** Whether the stored rules are switched on. */
  readonly isEnabled: boolean;
  /** Whether the typed rules are not saved: a test uses the stored ones. */
  readonly isDirty: boolean;
}

/** Begins an incident that notifies and escalates like a real one, and leads to it (OC-6). */
export function TestOnCall({ storeId, isEnabled, isDirty }: TestOnCallProps) {
  const { t } = useTranslation('on-call');
  const navigate = useNavigate();
  const test = useTestOnCall(useProduct(), storeId);
  const hint = isDirty ? t('test.saveFirst') : isEnabled ? t('test.text') : t('test.switchOnFirst');
  const isRunning = isProblem(test.error) && test.error.code === 'STATE_NOT_ALLOWED';
  const begin = () =>
    test.mutate(undefined, {
      onSuccess: ({ incidentId }) => void navigate(`/dashboard/on-call?store=${storeId}&incident=${incidentId}`),
    });
  return (
    <Box
      component="section"
      aria-labelledby="on-call-test"
      sx={{ display: 'grid', gap: 1, borderTop: 1, borderColor: 'divider', pt: 2 }}
    >
      <Box component="h2" id="on-call-test" sx={{ typography: 'h6', m: 0 }}>
        {t('test.title')}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '64ch' }}>{hint}</Box>
      <Button
        variant="outlined"
        color="inherit"
        disabled={isDirty || !isEnabled}
        aria-disabled={test.isPending}
        onClick={() => !test.isPending && begin()}
        sx={{ justifySelf: 'start', minHeight: 44 }}
      >
        {t(test.isPending ? 'test.beginning' : 'test.begin')}
      </Button>
      {isRunning ? <ProblemAlert text={t('test.running')} /> : <ProblemAlert error={test.error} />}
    </Box>
  );
}
