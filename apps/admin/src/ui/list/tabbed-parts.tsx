import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactNode } from 'react';

interface TabbedPartsProps<Part extends string> {
  /** The id of the panel; that of a tab is the same with its value. */
  readonly panelId: string;
  readonly label: string;
  readonly part: Part;
  readonly parts: readonly { readonly value: Part; readonly label: string }[];
  readonly onChoose: (part: Part) => void;
  /** The part that is shown. */
  readonly children: ReactNode;
}

/** The parts of a page, with the one that is shown. */
export function TabbedParts<Part extends string>(props: TabbedPartsProps<Part>) {
  const { panelId, label, part, parts, onChoose, children } = props;
  return (
    <>
      <Tabs
        value={part}
        aria-label={label}
        onChange={(_event, next: Part) => onChoose(next)}
        sx={{ borderBottom: 1, borderColor: 'divider', '& .Mui-selected': { color: 'var(--accent-text)' } }}
      >
        {parts.map((one) => (
          <Tab key={one.value} {...one} id={`${panelId}-${one.value}`} aria-controls={panelId} />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id={panelId}
        aria-labelledby={`${panelId}-${part}`}
        sx={{ display: 'grid', gap: 2, '& > *': { minWidth: 0 } }}
      >
        {children}
      </Box>
    </>
  );
}
