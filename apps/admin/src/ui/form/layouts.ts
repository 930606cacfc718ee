/** Parts of the style of MUI boxes that many screens share. */

/** A list without marks and margins. */
export const PLAIN_LIST = { listStyle: 'none', m: 0, p: 0 } as const;

/** A list whose rows have lines between them. */
export const LINED_LIST = { ...PLAIN_LIST, '& > li + li': { borderTop: 1, borderColor: 'divider' } } as const;

export const BORDERED = { border: 1, borderColor: 'divider', borderRadius: 1 } as const;

/** Parts beside each other, and below each other where there is no room. */
export const ROW = { display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' } as const;

/** Fields or cards beside each other; their columns differ. */
export const COLUMN_GRID = { display: 'grid', gap: 2, alignItems: 'start' } as const;

/** A table across its place. */
export const WIDE_TABLE = { width: '100%', borderCollapse: 'collapse', typography: 'body2' } as const;

/** Fields of a form, side by side on wide screens. */
export const TWO_COLUMNS = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const;
