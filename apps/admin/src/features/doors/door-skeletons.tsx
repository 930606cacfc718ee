import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';

/** Columns for door cards: one thumb-wide card at 360 px, and more on a wide screen. */
export const DOOR_GRID = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
};

/** Skeleton cards of the final size while the doors load. */
export function DoorSkeletons() {
  return (
    <Box aria-busy="true" data-testid="doors-loading">
      <Skeleton variant="text" width={140} sx={{ typography: 'h6', mb: 1 }} />
      <Box sx={DOOR_GRID}>
        {Array.from({ length: 6 }, (_, index) => (
          <Card key={index} variant="outlined" sx={{ p: 2, display: 'grid', gap: 1.5 }}>
            <Box>
              <Skeleton variant="text" width={60} />
              <Skeleton variant="text" width={120} />
            </Box>
            <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
              <Skeleton variant="circular" width={44} height={44} />
              <Skeleton variant="text" width={90} height={28} />
            </Box>
            <Skeleton variant="text" width="70%" />
            <Skeleton variant="rounded" height={48} />
          </Card>
        ))}
      </Box>
    </Box>
  );
}
