import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';

interface DialogTabsProps<Name extends string> {
  /** The beginning of the ids of the tabs and of their panel `<id>-panel`. */
  readonly id: string;
  /** The id of the dialog's title. */
  readonly labelledBy: string;
  readonly names: readonly Name[];
  readonly value: Name;
  readonly labelOf: (name: Name) => string;
  readonly onChange: (name: Name) => void;
}

/** The tabs below the title of a dialog. */
export function DialogTabs<Name extends string>({
  id,
  labelledBy,
  names,
  value,
  labelOf,
  onChange,
}: DialogTabsProps<Name>) {
  return (
    <Tabs
      value={value}
      aria-labelledby={labelledBy}
      onChange={(_event, next: Name) => onChange(next)}
      sx={{
        px: 2,
        borderBottom: 1,
        borderColor: 'divider',
        flexShrink: 0,
        '& .MuiTab-root': { minHeight: 48 },
        '& .MuiTab-root.Mui-selected': { color: 'var(--accent-text)' },
      }}
    >
      {names.map((name) => (
        <Tab key={name} value={name} id={`${id}-${name}`} aria-controls={`${id}-panel`} label={labelOf(name)} />
      ))}
    </Tabs>
  );
}
