import Box from '@mui/material/Box';
import { useProduct } from '../../../../session/auth.tsx';
import { PLAIN_LIST } from '../../../../ui/form/layouts.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { DAY_AHEAD, useComingReservations, useObstacleWords } from '../../../readiness/index.ts';

interface ObstaclesProps {
  readonly storeId: string;
  readonly reservationId: string;
}

/**
 * The obstacles of a guest who is due (NX-1), without the unpaid price, which the payments beside it show. Renders nothing
 * for a guest without obstacles or not due yet.
 */
export function Obstacles({ storeId, reservationId }: ObstaclesProps) {
  const words = useObstacleWords();
  const due = useComingReservations(useProduct(), storeId, DAY_AHEAD).data?.items.find(
    (item) => item.reservationId === reservationId,
  );
  const shown = due?.obstacles.filter(({ kind }) => kind !== 'UNPAID') ?? [];
  if (shown.length === 0) return null;
  return (
    <Box component="ul" data-testid="obstacles" sx={{ ...PLAIN_LIST, display: 'grid', gap: 0.5, typography: 'body2' }}>
      {shown.map((obstacle) => (
        <Box
          component="li"
          key={`${obstacle.kind}-${obstacle.door?.id ?? ''}`}
          data-severity={obstacle.severity}
          sx={{
            display: 'flex',
            gap: 1,
            alignItems: 'center',
            color: obstacle.severity === 'BLOCKING' ? 'error.main' : 'warning.main',
          }}
        >
          <Icon name="warning" size={16} />
          {words(obstacle)}
        </Box>
      ))}
    </Box>
  );
}
