import type { ReservationAccess } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';

type Stand = 'noKeypad' | 'none' | 'unpaid' | 'later' | 'sending' | 'waiting' | 'stored' | 'good';

const STYLES: Readonly<Record<Stand, { icon: IconName; colour: string }>> = {
  noKeypad: { icon: 'info', colour: 'text.secondary' },
  none: { icon: 'info', colour: 'text.secondary' },
  unpaid: { icon: 'warning', colour: 'warning.main' },
  later: { icon: 'history', colour: 'text.secondary' },
  sending: { icon: 'history', colour: 'warning.main' },
  waiting: { icon: 'warning', colour: 'error.main' },
  stored: { icon: 'history', colour: 'warning.main' },
  good: { icon: 'check', colour: 'success.main' },
};

interface CodeStateLineProps {
  readonly access: ReservationAccess['doors'][number];
  /** The reservation is held and not paid: it gets its code with the payment. */
  readonly isHeldUnpaid: boolean;
}

/** The state of the guest's code in the lock; never the code itself. */
export function CodeStateLine({ access: { code, keepsCodes, spare, lacksSpare }, isHeldUnpaid }: CodeStateLineProps) {
  const { t } = useTranslation(['help-desk', 'reservations']);
  const format = useFormat();
  const codeStand = standOf(code, keepsCodes);
  const stand = codeStand === 'none' && isHeldUnpaid ? 'unpaid' : codeStand;
  const { icon, colour } = STYLES[stand];
  const times = code === null ? {} : { from: format.dateTime(code.opensAt), until: format.dateTime(code.closesAt) };
  return (
    <Box
      data-testid="code-state"
      data-code={stand}
      sx={{ display: 'flex', gap: 0.75, alignItems: 'flex-start', typography: 'body2' }}
    >
      <Box component="span" sx={{ display: 'inline-flex', pt: '2px', color: colour }}>
        <Icon name={icon} size={16} />
      </Box>
      <span>
        {t(`code.${stand}`, times)}
        {code?.error != null && (
          <Box component="span" sx={{ display: 'block', color: 'error.main' }}>
            {t(`reservations:access.error.${code.error}`)}
          </Box>
        )}
        {spare !== null && (
          <Box component="span" sx={{ display: 'block' }}>
            {t('code.spare', { until: format.dateTime(spare.closesAt) })}
          </Box>
        )}
        {lacksSpare && (
          <Box component="span" sx={{ display: 'block', color: 'error.main' }}>
            {t('reservations:access.spare.lacking')}
          </Box>
        )}
      </span>
    </Box>
  );
}

function standOf(code: ReservationAccess['doors'][number]['code'], keepsCodes: boolean): Stand {
  if (code === null) return keepsCodes ? 'none' : 'noKeypad';
  if (code.wanted === code.acknowledged)
    return code.wanted === 'ENABLED' ? 'good' : code.wanted === 'DISABLED' ? 'stored' : 'later';
  return code.error === null ? 'sending' : 'waiting';
}
