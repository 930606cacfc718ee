import type { ReservationAccess } from '@munjigi/contract';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../ui/format.ts';
import { Icon, type IconName } from '../../../../ui/icon.tsx';

type Door = ReservationAccess['doors'][number];

interface AccessDoorProps {
  readonly door: Door;
  readonly spareCode: string | null;
  /** Buttons to copy or send a shown code. */
  readonly send: (code: string) => ReactNode;
}

/**
 * A door of a reservation, and the state of the code in its lock in words. `spareCode`: the spare code of the guest,
 * after a person revealed it.
 */
export function AccessDoor({ door, spareCode, send }: AccessDoorProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const { icon, color } = STYLES[standOf(door)];
  const times =
    door.code === null ? {} : { from: format.dateTime(door.code.opensAt), until: format.dateTime(door.code.closesAt) };
  return (
    <Box component="li" data-testid="access-door" sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box component="span" aria-hidden="true" sx={{ color, display: 'inline-flex', pt: '2px' }}>
        <Icon name={icon} size={16} />
      </Box>
      <span>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {door.doorName}
        </Box>{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t(`access.door.${standOf(door)}`, times)}
        </Box>
        {door.code?.error != null && (
          <Box component="span" sx={{ display: 'block', color: 'error.main' }}>
            {t(`access.error.${door.code.error}`)}
          </Box>
        )}
        {door.spare !== null && (
          <Box component="span" data-testid="access-spare" sx={{ display: 'block' }}>
            {t('access.spare.label')}{' '}
            <Box
              component="span"
              aria-label={spareCode === null ? t('access.spare.hidden') : undefined}
              sx={{ typography: 'subtitle1', fontVariantNumeric: 'tabular-nums', letterSpacing: '0.12em' }}
            >
              {spareCode ?? '••••••'}
            </Box>{' '}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {t('access.spare.text', { until: format.dateTime(door.spare.closesAt) })}
            </Box>
            {spareCode !== null && send(spareCode)}
          </Box>
        )}
        {door.lacksSpare && (
          <Box component="span" role="status" sx={{ display: 'block', color: 'error.main' }}>
            {t('access.spare.lacking')}
          </Box>
        )}
      </span>
    </Box>
  );
}

type Stand = 'noKeypad' | 'none' | 'later' | 'sending' | 'waiting' | 'stored' | 'good';

const STYLES: Readonly<Record<Stand, { icon: IconName; color: string }>> = {
  noKeypad: { icon: 'info', color: 'text.secondary' },
  none: { icon: 'info', color: 'text.secondary' },
  later: { icon: 'history', color: 'text.secondary' },
  sending: { icon: 'history', color: 'text.secondary' },
  waiting: { icon: 'warning', color: 'error.main' },
  stored: { icon: 'check', color: 'success.main' },
  good: { icon: 'check', color: 'success.main' },
};

function standOf({ code, keepsCodes }: Door): Stand {
  if (code === null) return keepsCodes ? 'none' : 'noKeypad';
  if (code.wanted === code.acknowledged)
    return code.wanted === 'ENABLED' ? 'good' : code.wanted === 'DISABLED' ? 'stored' : 'later';
  return code.error === null ? 'sending' : 'waiting';
}
