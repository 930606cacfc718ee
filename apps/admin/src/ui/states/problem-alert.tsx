import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';

type ProblemAlertProps = { readonly sx?: SxProps<Theme> } & (
  | { /** Why a call failed; `null` if it has not failed. */ readonly error: unknown }
  | { /** Why an input was refused, in words. */ readonly text: string | null | undefined }
);

/** Shows and announces why a call failed or an input was refused. Renders nothing without a failure. */
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
