import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';

const FORMATS = ['xlsx', 'csv'] as const;

export type ExportFormat = (typeof FORMATS)[number];

interface Props {
  /** The label of the button, also while a file is created. */
  readonly title: string;
  readonly formats: Readonly<Record<ExportFormat, string>>;
  readonly isPending: boolean;
  readonly onSave: (format: ExportFormat) => void;
}

/** Exports a table: a button, and its formats. */
export function ExportMenu({ title, formats, isPending, onSave }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);

  function save(format: ExportFormat): void {
    setAnchor(null);
    onSave(format);
  }

  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-disabled={isPending}
        sx={{ minHeight: 40 }}
        onClick={(event) => !isPending && setAnchor(event.currentTarget)}
      >
        {title}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {FORMATS.map((format) => (
          <MenuItem key={format} onClick={() => save(format)}>
            {formats[format]}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
