import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';

/** The look of tabs, everywhere. */
export const TAB_STYLE = {
  borderBottom: 1,
  borderColor: 'divider',
  '& .MuiTab-root': { minHeight: 48 },
  '& .MuiTab-root.Mui-selected': { color: 'var(--accent-text)' },
} as const;

interface PartTabsProps<Name extends string> {
  /** The beginning of the ids of the tabs and of their panel `<id>-panel`. */
  readonly id: string;
  readonly label: string;
  readonly names: readonly Name[];
  readonly value: Name;
  readonly labelOf: (name: Name) => string;
  /** Whether buttons scroll tabs that do not fit. */
  readonly hasScrollButtons?: boolean;
  readonly onChange: (name: Name) => void;
}

/** The tabs of a screen; those that do not fit can be scrolled to. */
export function PartTabs<Name extends string>({ id, label, hasScrollButtons = false, ...props }: PartTabsProps<Name>) {
  return (
    <Tabs
      value={props.value}
      aria-label={label}
      variant="scrollable"
      scrollButtons={hasScrollButtons && 'auto'}
      allowScrollButtonsMobile={hasScrollButtons}
      onChange={(_event, next: Name) => props.onChange(next)}
      sx={{ ...TAB_STYLE, '& .MuiTab-root': { minHeight: 48, px: 1.5, minWidth: 0 } }}
    >
      {tabsOf(id, props)}
    </Tabs>
  );
}

interface DialogTabsProps<Name extends string> extends Omit<PartTabsProps<Name>, 'label' | 'hasScrollButtons'> {
  /** The id of the dialog's title. */
  readonly labelledBy: string;
}

/** The tabs below the title of a dialog. */
export function DialogTabs<Name extends string>({ id, labelledBy, ...props }: DialogTabsProps<Name>) {
  return (
    <Tabs
      value={props.value}
      aria-labelledby={labelledBy}
      onChange={(_event, next: Name) => props.onChange(next)}
      sx={{ ...TAB_STYLE, px: 2, flexShrink: 0 }}
    >
      {tabsOf(id, props)}
    </Tabs>
  );
}

function tabsOf<Name extends string>(id: string, { names, labelOf }: Pick<PartTabsProps<Name>, 'names' | 'labelOf'>) {
  return names.map((name) => (
    <Tab key={name} value={name} id={`${id}-${name}`} aria-controls={`${id}-panel`} label={labelOf(name)} />
  ));
}
