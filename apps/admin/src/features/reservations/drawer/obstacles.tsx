import Box from '@mui/material/Box';
import { useProduct } from '../../../app/auth.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { DAY_AHEAD, useComing, useObstacleWords } from '../../readiness/index.ts';

/** What is in the way of a guest who is due (NX-1); nothing when nothing is, or when he is not due yet. */
export function Obstacles({ storeId, reservationId }: { readonly storeId: string; readonly reservationId: string }) {
  const words = useObstacleWords();
  const due = useComing(useProduct(), storeId, DAY_AHEAD).data?.items.find((it) => it.reservationId === reservationId);
  if (due === undefined || due.obstacles.length === 0) return null;
  return (
    <Box component="ul" data-testid="obstacles" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5, color: 'error.main', typography: 'body2' }}>
      {due.obstacles.map((it) => (
        <Box component="li" key={`${it.kind}-${it.door?.id ?? ''}`} sx={{ display: 'flex', gap: 1, alignItems: 'center' }}><Icon name="warning" size={16} />{words(it)}</Box>
      ))}
    </Box>
  );
}
