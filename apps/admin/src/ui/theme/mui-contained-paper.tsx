import Paper, { type PaperProps } from '@mui/material/Paper';
import { ErrorBoundary } from '../states/error-boundary.tsx';

/** The surface of a dialog: an error of its content is shown on it, and Escape still closes it. */
export function ContainedPaper({ children, ...props }: PaperProps) {
  return (
    <Paper {...props}>
      <ErrorBoundary place="section">{children}</ErrorBoundary>
    </Paper>
  );
}
