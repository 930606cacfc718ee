import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';

export const MOST_AMENITIES = 30;
export const LONGEST_AMENITY = 30;

interface AmenitiesInputProps {
  readonly value: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (value: readonly string[]) => void;
}

/** The equipment of the room as chips: chosen from common values, or typed. */
export function AmenitiesInput({ value, error, onChange }: AmenitiesInputProps) {
  const { t } = useTranslation('rooms');
  const suggestions: unknown = t('amenities.suggestions', { returnObjects: true });
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      filterSelectedOptions
      value={[...value]}
      options={Array.isArray(suggestions) ? suggestions.map(String) : []}
      onChange={(_event, next) => onChange([...new Set(next.map((text) => text.trim()).filter((text) => text !== ''))])}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('field.amenities')}
          error={error !== undefined}
          helperText={error ?? t('amenities.hint')}
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, maxLength: LONGEST_AMENITY } }}
        />
      )}
    />
  );
}
