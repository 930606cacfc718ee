import type { MessageLanguage } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../ui/form/fields.tsx';

const LANGUAGES = ['ko', 'en'] as const satisfies readonly MessageLanguage[];

/** How messages reach a guest besides the phone (MS-13, MS-14). */
export interface ContactDraft {
  readonly guestEmail: string;
  readonly guestLanguage: MessageLanguage;
}

interface ContactFieldsProps {
  readonly contact: ContactDraft;
  readonly onChange: (change: Partial<ContactDraft>) => void;
  readonly errors: Readonly<Record<string, string>>;
  /** The masked address that the field does not show. */
  readonly placeholder?: string;
  readonly hint?: string | undefined;
}

/** The guest's e-mail address and the language of their messages. They are folded until a person needs them. */
export function ContactFields({ contact, onChange, errors, placeholder = '', hint }: ContactFieldsProps) {
  const { t } = useTranslation('reservations');
  return (
    <FoldedFields
      label={t('create.contact', { language: t(`create.languages.${contact.guestLanguage}`) })}
      isUnfolded={contact.guestEmail !== ''}
      hasFault={errors['guestEmail'] !== undefined}
      sx={{ gridTemplateColumns: '1fr 120px', alignItems: 'start' }}
    >
      <TextField
        fullWidth
        size="small"
        type="email"
        label={t('create.guestEmail')}
        placeholder={placeholder}
        value={contact.guestEmail}
        autoComplete="off"
        error={errors['guestEmail'] !== undefined}
        helperText={errors['guestEmail'] ?? hint ?? t('create.guestEmailHint')}
        onChange={(event) => onChange({ guestEmail: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
      />
      <SelectInput
        label={t('create.guestLanguage')}
        value={contact.guestLanguage}
        options={LANGUAGES.map((value) => ({ value, label: t(`create.languages.${value}`) }))}
        onChange={(value) => onChange({ guestLanguage: LANGUAGES.find((one) => one === value) ?? 'ko' })}
      />
    </FoldedFields>
  );
}

interface FoldedFieldsProps {
  readonly label: string;
  readonly isUnfolded?: boolean;
  /** A refused field must be visible. */
  readonly hasFault: boolean;
  readonly sx?: Readonly<Record<string, string>>;
  readonly children: ReactNode | ((isOpen: boolean) => ReactNode);
}

/** Fields that are folded until a person needs them. */
export function FoldedFields({ label, hasFault, sx = {}, children, ...props }: FoldedFieldsProps) {
  const [isUnfolded, setIsUnfolded] = useState(props.isUnfolded ?? false);
  const id = useId();
  const isOpen = isUnfolded || hasFault;
  return (
    <Box sx={{ mt: -1 }}>
      <Button
        size="small"
        color="inherit"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsUnfolded(!isOpen)}
        sx={{ ml: -0.5 }}
      >
        {label}
      </Button>
      <Box id={id} hidden={!isOpen} sx={isOpen ? { display: 'grid', gap: 1.5, pt: 1, ...sx } : {}}>
        {typeof children === 'function' ? children(isOpen) : children}
      </Box>
    </Box>
  );
}
