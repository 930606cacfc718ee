import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { PagerNav } from '../form/pager/pager-nav.tsx';
import { useFormat } from '../format.ts';
import type { ScreenTexts } from './filter-bar.tsx';
import { PAGE_SIZES } from './list-position.ts';

interface ListPagerProps {
  /** With `page.label`, `.size`, `.range`, and `.rangeOfMany` where a total may be inexact. */
  readonly texts: ScreenTexts;
  readonly testId: string;
  readonly limit: number;
  /** The numbers of the first and the last shown row, and of all rows. */
  readonly range: { readonly from: number; readonly to: number; readonly total: number };
  /** `false`: the list has more rows than `total` says. */
  readonly isTotalExact?: boolean;
  readonly onLimit: (limit: string) => void;
  /** The buttons to other pages. */
  readonly children: ReactNode;
}

/** The page size, the shown range, and the buttons to other pages. */
export function ListPager({ texts, testId, limit, range, isTotalExact = true, onLimit, children }: ListPagerProps) {
  const format = useFormat();
  return (
    <PagerNav label={texts('page.label')}>
      <TextField
        select
        size="small"
        label={texts('page.size')}
        value={limit}
        sx={{ minWidth: 110 }}
        onChange={(event) => onLimit(event.target.value)}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </TextField>
      <Box component="span" data-testid={testId} sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {texts(isTotalExact ? 'page.range' : 'page.rangeOfMany', {
          from: format.number(range.from),
          to: format.number(range.to),
          total: format.number(range.total),
        })}
      </Box>
      {children}
    </PagerNav>
  );
}
