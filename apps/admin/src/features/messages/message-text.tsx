import Box from '@mui/material/Box';

interface MessageTextProps {
  readonly label: string;
  /** Of e-mails and long SMS; empty: not shown. */
  readonly subject: string;
  readonly body: string;
  readonly testId?: string;
}

/** A text as the guest reads it. */
export function MessageText({ label, subject, body, testId }: MessageTextProps) {
  return (
    <Box
      role="group"
      aria-label={label}
      data-testid={testId}
      sx={{
        typography: 'body2',
        p: 1.5,
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        bgcolor: 'action.hover',
        overflowWrap: 'anywhere',
      }}
    >
      {subject !== '' && <Box sx={{ fontWeight: 600, mb: 0.5 }}>{subject}</Box>}
      <Box sx={{ whiteSpace: 'pre-wrap' }}>{body}</Box>
    </Box>
  );
}
