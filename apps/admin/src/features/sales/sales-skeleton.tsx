import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

/** The placeholder of the sales screen, as large as the content that replaces it. */
export function SalesSkeleton() {
  return (
    <Box aria-busy="true" data-testid="sales-loading" sx={{ display: 'grid', gap: 2, '& > *': { minWidth: 0 } }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(3, 1fr)', xl: 'repeat(6, 1fr)' },
        }}
      >
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} variant="rounded" height={124} />
        ))}
      </Box>
      <Skeleton variant="rounded" height={346} />
      <Skeleton variant="rounded" height={344} />
      <Skeleton variant="rounded" height={400} />
    </Box>
  );
}
