import type { MessageOptOuts } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { useOptOuts, useSetOptOut } from './opt-outs.api.ts';

interface OptOutsProps {
  readonly reservationId: string;
}

/** The kinds of messages that the guest refuses; staff change them on the guest's wish (MS-15). */
export function OptOuts({ reservationId }: OptOutsProps) {
  const { t } = useTranslation('messages');
  const { data, error } = useOptOuts(useProduct(), reservationId);
  if (data === undefined) return <ProblemAlert error={error} />;
  const refusedCount = data.items.filter((item) => item.isRefused).length;
  return (
    <Box component="details" data-testid="opt-outs" sx={{ mt: 1, typography: 'body2' }}>
      <Box component="summary" sx={{ cursor: 'pointer', minHeight: 24 }}>
        {refusedCount === 0 ? t('optOut.none') : t('optOut.some', { count: refusedCount })}
      </Box>
      {data.isPossible ? <OptOutChoices optOuts={data} /> : <Box sx={{ mt: 0.5 }}>{t('optOut.noPhone')}</Box>}
    </Box>
  );
}

function OptOutChoices({ optOuts }: { readonly optOuts: MessageOptOuts }) {
  const { t } = useTranslation('messages');
  const format = useFormat();
  const maySet = useCan()('messages:send');
  const { mutate, isPending, error } = useSetOptOut(useProduct(), optOuts.reservationId);
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, mt: 0.5, display: 'grid' }}>
      <Box component="legend" sx={{ p: 0, color: 'text.secondary' }}>
        {t('optOut.about')}
      </Box>
      {optOuts.items.map(({ kind, isRefused, decidedAt, decidedBy }) => (
        <Box key={kind}>
          <FormControlLabel
            label={t(`kind.${kind}`)}
            disabled={!maySet || isPending}
            control={
              <Checkbox
                size="small"
                checked={isRefused}
                onChange={(event) => mutate({ kind, isRefused: event.target.checked })}
              />
            }
          />
          {decidedAt !== null && decidedBy !== null && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {t(`optOut.by.${decidedBy}`, { time: format.dateTime(decidedAt) })}
            </Box>
          )}
        </Box>
      ))}
      <ProblemAlert error={error} />
    </Box>
  );
}
