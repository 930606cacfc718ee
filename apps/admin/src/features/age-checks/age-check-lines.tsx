import type { AgeCheckForStaff } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { ToneLabel } from '../../ui/tone-chip.tsx';
import { useAgeCheck } from './age-checks.api.ts';
import { ConfirmAdultDialog } from './confirm-adult-dialog.tsx';

interface AgeCheckLinesProps {
  readonly reservationId: string;
  /** Of the reservation: another room, time or guest decides again. */
  readonly version: number;
}

/** Whether the guest of a stay for adults was checked; nothing for other stays (AG-10). */
export function AgeCheckLines({ reservationId, version }: AgeCheckLinesProps) {
  const { t } = useTranslation('age-checks');
  const can = useCan();
  const { data, error } = useAgeCheck(useProduct(), reservationId, version);
  const [isConfirming, setConfirming] = useState(false);
  if (data === undefined) return error === null ? null : <ProblemAlert error={error} />;
  if (data.basis === null) return null;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, typography: 'body2', justifyItems: 'start' }} data-testid="age-check">
      {data.metAt === null ? (
        <>
          <ToneLabel tone={['warning', 'warning.main']} isOneLine>
            {t('stay.needed')}
          </ToneLabel>
          {data.askedAt !== null && <span>{t('stay.asked')}</span>}
          {can('reservations:write') && (
            <Button size="small" variant="outlined" color="inherit" onClick={() => setConfirming(true)}>
              {t('stay.confirm')}
            </Button>
          )}
        </>
      ) : (
        <MetLine check={data} metAt={data.metAt} />
      )}
      {isConfirming && <ConfirmAdultDialog reservationId={reservationId} onClose={() => setConfirming(false)} />}
    </Box>
  );
}

function MetLine({ check, metAt }: { readonly check: AgeCheckForStaff; readonly metAt: string }) {
  const { t } = useTranslation('age-checks');
  const at = useFormat().dateTime(metAt);
  const { way, document, confirmedBy } = check;
  const words =
    way === 'IDENTITY'
      ? t('stay.identity', { at })
      : document === null
        ? t('stay.byGuest', { at })
        : t('stay.document', { document: t(`documents.${document}`), by: confirmedBy ?? '', at });
  return <Box sx={{ color: 'text.secondary' }}>{words}</Box>;
}
