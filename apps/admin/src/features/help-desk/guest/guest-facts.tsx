import type { HelpDeskPage } from '@munjigi/contract';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PLAIN_LIST } from '../../../ui/form/layouts.ts';
import { useFormat } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PaymentLinkButton } from '../../messages/index.ts';
import { classifyGuestReadiness, useObstacleWords } from '../../readiness/index.ts';
import { findRefusalOf } from './opening-refusal.ts';

/** The guest's payments, and the other obstacles of the reservation. */
export function GuestFacts({ page }: { readonly page: HelpDeskPage }) {
  const { t } = useTranslation(['help-desk', 'payments']);
  const format = useFormat();
  const words = useObstacleWords();
  const advise = useAdvice(page);
  const { reservation, dueAmount, payments } = page;
  const [latest] = payments;
  const stand =
    dueAmount > 0
      ? 'due'
      : reservation.paidAmount + reservation.waivedAmount >= reservation.priceAmount
        ? 'settled'
        : 'nothing';
  // The amount due is shown on a separate line.
  const others = (page.obstacles ?? []).filter(({ kind }) => kind !== 'UNPAID');
  return (
    <Box
      component="ul"
      data-testid="guest-facts"
      sx={{ ...PLAIN_LIST, display: 'grid', gap: 0.75, typography: 'body2' }}
    >
      <Fact stand={dueAmount === 0 ? 'ready' : 'blocked'}>
        {t(`money.${stand}`, { amount: format.money(dueAmount), paid: format.money(reservation.paidAmount) })}
        {latest !== undefined && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' '}
            · {t(`payments:method.${latest.method}`)} {t(`payments:state.${latest.state}`)}
          </Box>
        )}
        {dueAmount > 0 && (
          <Box component="span" sx={{ display: 'block', pt: 0.5 }}>
            <PaymentLinkButton reservationId={reservation.id} />
          </Box>
        )}
      </Fact>
      {/* The banner above names another guest who has the room. */}
      {page.obstacles !== null && others.length === 0 && page.roomNow === null && (
        <Fact stand="ready">{t(dueAmount > 0 ? 'readyButUnpaid' : 'ready')}</Fact>
      )}
      {others.map((other) => (
        <Fact key={`${other.kind} ${other.door?.id ?? ''}`} stand={classifyGuestReadiness([other])}>
          {words(other)}
          <Box component="span" sx={{ display: 'block', color: 'text.secondary', '&:empty': { display: 'none' } }}>
            {advise(other)}
          </Box>
        </Fact>
      ))}
    </Box>
  );
}

type PageObstacle = NonNullable<HelpDeskPage['obstacles']>[number];

/** The obstacles that a person solves by opening the door, once it can be opened. */
const SOLVED_BY_OPENING: ReadonlySet<PageObstacle['kind']> = new Set([
  'CODE_NOT_ACKNOWLEDGED',
  'DOOR_KEEPS_NO_CODES',
  'ROOM_OCCUPIED',
  'ROOM_DRAWS_POWER',
]);
const OBSTACLE_OF = {
  LOCKED_DOWN: 'DOOR_LOCKED_DOWN',
  FIRE_RELEASE: 'DOOR_FIRE_RELEASED',
  OFFLINE: 'DOOR_OFFLINE',
} as const;

/** What the person can do about an obstacle. Names no button that is off: then it says what comes first (NX-60). */
function useAdvice(page: HelpDeskPage): (obstacle: PageObstacle) => string {
  const { t } = useTranslation('help-desk');
  return (obstacle) => {
    if (!SOLVED_BY_OPENING.has(obstacle.kind)) return t(`wayOut.${obstacle.kind}`);
    const refusal = findRefusalOf(page, obstacle.door?.id ?? null);
    if (refusal === null) return t(`wayOut.${obstacle.kind}`);
    const first = OBSTACLE_OF[refusal];
    // Another line says it already.
    return page.obstacles?.some(({ kind }) => kind === first) === true ? '' : t(`wayOut.${first}`);
  };
}

const STAND_COLOUR = { ready: 'success.main', warned: 'warning.main', blocked: 'error.main' } as const;

function Fact({ stand, children }: { readonly stand: keyof typeof STAND_COLOUR; readonly children: ReactNode }) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box component="span" sx={{ display: 'inline-flex', pt: '1px', color: STAND_COLOUR[stand] }}>
        <Icon name={stand === 'ready' ? 'check' : 'warning'} size={18} />
      </Box>
      <span>{children}</span>
    </Box>
  );
}
