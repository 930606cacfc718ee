import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { BORDERED } from './layouts.ts';

/** Keeps many options in a frame that scrolls. */
const FRAME = {
  maxHeight: 200,
  overflowY: 'auto',
  ...BORDERED,
  px: 1.5,
} as const;

interface OptionCheckboxesProps {
  /** The name of the group, unless an element around it has one. */
  readonly label?: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly value: readonly string[];
  readonly isFramed?: boolean;
  readonly onChange: (value: readonly string[]) => void;
}

/** A choice of several options by name, such as the rooms of a store. */
export function OptionCheckboxes({ label, options, value, isFramed = false, onChange }: OptionCheckboxesProps) {
  return (
    <Box
      {...(label !== undefined && { role: 'group', 'aria-label': label })}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, ...(isFramed && FRAME) }}
    >
      {options.map(({ id, name }) => (
        <FormControlLabel
          key={id}
          label={name}
          control={
            <Checkbox
              size="small"
              checked={value.includes(id)}
              onChange={(event) =>
                onChange(event.target.checked ? [...value, id] : value.filter((other) => other !== id))
              }
            />
          }
        />
      ))}
    </Box>
  );
}
