import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const FORMATS = ['xlsx', 'csv'] as const;

export type ExportFormat = (typeof FORMATS)[number];

interface Props {
  /** What is exported, where the screen does not say it: the label of the button. */
  readonly title?: string;
  readonly isPending: boolean;
  readonly onSave: (format: ExportFormat) => void;
}

/** Exports a table: a button, and its formats. */
export function ExportMenu({ title, isPending, onSave }: Props) {
  const { t } = useTranslation('form');
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
        {isPending ? t('export.underWay') : (title ?? t('export.title'))}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {FORMATS.map((format) => (
          <MenuItem key={format} onClick={() => save(format)}>
            {t(`export.${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
