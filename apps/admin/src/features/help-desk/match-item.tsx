import type { Reservation } from '@munjigi/contract';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';

type Match = Reservation & {
  readonly storeName: string;
  readonly roomName: string;
  readonly nearness: 'NOW' | 'SOON' | 'OTHER';
};

const NEAR_COLOUR = { NOW: 'success.main', SOON: 'info.main', OTHER: 'text.secondary' } as const;

/** A reservation of the search result, large enough for a thumb, with what distinguishes it from the others. */
export function MatchItem({
  match,
  onPick,
}: {
  readonly match: Match;
  readonly onPick: (reservationId: string) => void;
}) {
  const { t } = useTranslation(['help-desk', 'reservations']);
  const format = useFormat();
  const isLive = match.state === 'PENDING' || match.state === 'CONFIRMED' || match.state === 'IN_USE';
  return (
    <li>
      <ButtonBase
        data-testid="match"
        data-nearness={match.nearness}
        onClick={() => onPick(match.id)}
        sx={{
          width: '100%',
          minHeight: 72,
          p: 1.5,
          gap: 1.5,
          textAlign: 'start',
          justifyContent: 'space-between',
          borderRadius: 1,
          border: 1,
          borderColor: match.nearness === 'NOW' ? 'success.main' : 'divider',
          bgcolor: 'background.paper',
        }}
      >
        <Box sx={{ minWidth: 0, display: 'grid', gap: 0.25, typography: 'body2', fontVariantNumeric: 'tabular-nums' }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'baseline' }}>
            <Box component="span" sx={{ typography: 'subtitle1', lineHeight: 1.3 }}>
              {match.guestName || match.code}
            </Box>
            <span>{match.guestPhone}</span>
          </Box>
          <span>{format.period(match.startsAt, match.endsAt)}</span>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {match.storeName} · {match.roomName} · {match.code}
          </Box>
        </Box>
        <Box sx={{ display: 'grid', justifyItems: 'end', gap: 0.25, flex: 'none', typography: 'body2' }}>
          <Box component="span" sx={{ color: NEAR_COLOUR[match.nearness], fontWeight: 600 }}>
            {match.nearness === 'OTHER' || !isLive
              ? t(`reservations:state.${match.state}`)
              : t(`nearness.${match.nearness}`)}
          </Box>
          <Icon name="chevron" size={18} />
        </Box>
      </ButtonBase>
    </li>
  );
}
