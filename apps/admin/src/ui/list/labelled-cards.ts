import { VISUALLY_HIDDEN } from '../visually-hidden.ts';

/**
 * Styles of a table of figures on a phone (decision 113): each row is a card with its name above, and each cell has its
 * heading, the `data-label`, above its value. A cell without one takes the whole width. Headings that sort stay as a
 * row of buttons; `isHeadHidden` takes the others away.
 */
export function labelledCards(isHeadHidden: boolean) {
  return {
    '@media (max-width: 899.95px)': {
      '& :is(thead, tbody, tfoot, th, td)': { display: 'block' },
      '& thead': isHeadHidden ? VISUALLY_HIDDEN : { px: 1.5 },
      '& thead tr': { display: 'flex', flexWrap: 'wrap', columnGap: 1.5 },
      '& thead th': { border: 0, p: 0 },
      '& :is(tbody, tfoot) tr': {
        display: 'grid',
        gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
        columnGap: 1.5,
        rowGap: 0.5,
        px: 1.5,
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
      },
      '& :is(tbody, tfoot) tr > :is(th, td)': {
        p: 0,
        border: 0,
        textAlign: 'start',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
      },
      '& :is(tbody, tfoot) tr > th': { gridColumn: '1 / -1', fontWeight: 600 },
      '& tr > td:not([data-label])': { gridColumn: '1 / -1', '&:empty': { display: 'none' } },
      '& td[data-label]::before': {
        content: 'attr(data-label)',
        display: 'block',
        color: 'text.secondary',
        typography: 'caption',
      },
    },
  } as const;
}
