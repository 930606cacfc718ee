/** The width of forms and settings, and of texts with their actions. Lists, tables and charts take the whole width. */
export const FORM_WIDTH = 880;

/** A screen below its header (decision 113): one distance between its parts, on every screen. */
export const PAGE_STACK = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > .page-header': { mb: 0 },
} as const;
