import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { problemText } from '../api/problem-text.ts';

type ProblemAlertProps = { readonly sx?: SxProps<Theme> } & (
  | { /** Why a call failed; `null` while it has not. */ readonly error: unknown }
  | { /** Why an input was refused, in words. */ readonly text: string | null | undefined }
);

/** Says why something failed, and announces it. Renders nothing while nothing failed. */
export function ProblemAlert({ sx, ...problem }: ProblemAlertProps) {
  const { t } = useTranslation();
  const text = 'text' in problem ? problem.text : problem.error == null ? null : problemText(t, problem.error);
  if (text == null || text === '') return null;
  return (
    <Box role="alert" sx={[{ typography: 'body2', color: 'error.main' }, ...(Array.isArray(sx) ? sx : [sx])]}>
      {text}
    </Box>
  );
}
