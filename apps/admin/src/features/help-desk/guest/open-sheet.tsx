import type { HelpDeskPage } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { PLAIN_LIST } from '../../../ui/form/layouts.ts';
import { useFormat } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { findOpenRefusal } from '../../doors/index.ts';
import { guestTime } from '../guest-time.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { ReasonChoice } from './reason-choice.tsx';
import { Sheet } from './sheet.tsx';

interface OpenSheetProps {
  readonly page: HelpDeskPage;
  readonly doorId: string;
  readonly onDoor: (doorId: string) => void;
  readonly mustSay: boolean;
  readonly onOpen: (reason?: string) => void;
  readonly onClose: () => void;
}

/** The choice of the door, the warnings against opening it, and the reason. */
export function OpenSheet({ page, doorId, onDoor, mustSay, onOpen, onClose }: OpenSheetProps) {
  const { t } = useTranslation(['help-desk', 'reservations', 'doors']);
  const chosen = page.doors.find(({ door }) => door.id === doorId)?.door;
  const refusal = chosen === undefined ? null : findOpenRefusal(chosen);
  return (
    <Sheet title={t('openSheet.title')} onClose={onClose}>
      <Doubts page={page} />
      {page.doors.length > 1 && <DoorChoice doors={page.doors} doorId={doorId} onDoor={onDoor} />}
      {refusal !== null ? (
        <Box
          role="note"
          data-testid="cannot-open"
          sx={{ minHeight: 56, display: 'flex', alignItems: 'center', gap: 0.75, fontWeight: 600 }}
        >
          <Icon name="lock" size={18} />
          {t(`doors:cannotOpen.${refusal}`)}
        </Box>
      ) : mustSay ? (
        <ReasonChoice of="open" submitText={t('action.open')} isPending={false} onReason={onOpen} />
      ) : (
        <Button variant="contained" size="large" sx={{ minHeight: 56 }} onClick={() => onOpen()}>
          {t('action.open')}
        </Button>
      )}
    </Sheet>
  );
}

/** The warnings against opening; nothing without any. */
function Doubts({ page }: { readonly page: HelpDeskPage }) {
  const { t } = useTranslation(['help-desk', 'reservations']);
  const format = useFormat();
  const { kind } = guestTime(page, useNow(5000));
  const doubts = [
    ...(page.roomNow === null
      ? []
      : [t('doubt.roomNow', { code: page.roomNow.code, until: format.time(page.roomNow.endsAt) })]),
    ...(kind === 'MAY_ENTER' || kind === 'RUNNING'
      ? []
      : [t(`doubt.${kind}`, { state: t(`reservations:state.${page.reservation.state}`) })]),
    ...(page.dueAmount === 0 ? [] : [t('doubt.due', { amount: format.money(page.dueAmount) })]),
  ];
  if (doubts.length === 0) return null;
  return (
    <Box component="ul" data-testid="doubts" sx={{ ...PLAIN_LIST, display: 'grid', gap: 0.5, typography: 'body2' }}>
      {doubts.map((text) => (
        <Box component="li" key={text} sx={{ display: 'flex', gap: 0.75 }}>
          <Box component="span" sx={{ display: 'inline-flex', color: 'warning.main', pt: '1px' }}>
            <Icon name="warning" size={18} />
          </Box>
          {text}
        </Box>
      ))}
    </Box>
  );
}

interface DoorChoiceProps extends Pick<OpenSheetProps, 'doorId' | 'onDoor'> {
  readonly doors: HelpDeskPage['doors'];
}

function DoorChoice({ doors, doorId, onDoor }: DoorChoiceProps) {
  const { t } = useTranslation('help-desk');
  return (
    <Box role="group" aria-label={t('openSheet.which')} sx={{ display: 'grid', gap: 0.5 }}>
      {doors.map(({ door: { id, name } }) => (
        <Button
          key={id}
          variant="outlined"
          color="inherit"
          aria-pressed={id === doorId}
          onClick={() => onDoor(id)}
          sx={{
            minHeight: 48,
            gap: 1,
            ...(id === doorId ? { bgcolor: 'action.selected' } : { borderColor: 'divider' }),
          }}
        >
          {id === doorId && <Icon name="check" size={18} />}
          {name}
        </Button>
      ))}
    </Box>
  );
}
