import Box from '@mui/material/Box';

/** The text of the bank as it came. */
export function DepositText({ text }: { readonly text: string }) {
  return (
    <Box
      sx={{
        p: 1,
        borderRadius: 1,
        bgcolor: 'action.hover',
        typography: 'body2',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
      data-testid="deposit-text"
    >
      {text}
    </Box>
  );
}
