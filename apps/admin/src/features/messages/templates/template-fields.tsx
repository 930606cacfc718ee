import { VARIABLES_OF_KIND } from '@munjigi/contract/message-variables';
import type { MessageKind, MessageTemplate, MessageVariable } from '@munjigi/contract';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditForm } from '../../../ui/form/edit-form.ts';
import { SelectInput, TextInput } from '../../../ui/form/fields.tsx';
import { ALIMTALK_CHOICES } from '../message-choices.ts';
import type { TemplateDraft } from './template-draft.ts';
import { insertVariable, writeVariable } from './template-variables.ts';
import type { TemplatePreview } from './templates.api.ts';
import { VariableChips } from './variable-chips.tsx';

interface TemplateFieldsProps {
  readonly kind: MessageKind;
  readonly form: EditForm<MessageTemplate, TemplateDraft>;
  readonly preview: TemplatePreview | undefined;
  readonly isReadOnly: boolean;
}

/** The fields of a template: whether it is sent, its text, and its alimtalk. */
export function TemplateFields(props: TemplateFieldsProps) {
  const { t } = useTranslation('messages');
  const { form, isReadOnly } = props;
  const { draft, change, errorAt } = form;
  return (
    <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
      <Box>
        <FormControlLabel
          label={t('template.isEnabled')}
          control={
            <Switch
              checked={draft.isEnabled}
              disabled={isReadOnly}
              onChange={(event) => change({ isEnabled: event.target.checked })}
            />
          }
        />
        {!draft.isEnabled && (
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('template.disabledHint')}</Box>
        )}
      </Box>
      <TextInput
        isRequired
        label={t('template.subject')}
        hint={t('template.subjectHint')}
        value={draft.subject}
        maxLength={100}
        isReadOnly={isReadOnly}
        error={errorAt('subject')}
        onChange={(subject) => change({ subject })}
      />
      <BodyField {...props} />
      <AlimtalkFields form={form} isReadOnly={isReadOnly} />
    </Box>
  );
}

/** The text, with its variables. The server names those that are wrong while the person types. */
function BodyField({ kind, form: { draft, change, errorAt }, preview, isReadOnly }: TemplateFieldsProps) {
  const { t } = useTranslation('messages');
  const field = useRef<HTMLTextAreaElement>(null);
  const faults = useVariableFaults(preview);
  // The faults name the variables; the server's refusal of them does not.
  const error = draft.body.trim() === '' || faults === '' ? errorAt('body') : faults;
  function insert(variable: MessageVariable): void {
    const { current: element } = field;
    const selection = { start: element?.selectionStart ?? draft.body.length, end: element?.selectionEnd ?? 0 };
    const { text, end } = insertVariable(
      draft.body,
      { ...selection, end: Math.max(selection.start, selection.end) },
      variable,
    );
    change({ body: text });
    // The new value is in the field after the next rendering.
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(end, end);
    });
  }
  return (
    <>
      <TextField
        multiline
        fullWidth
        required
        size="small"
        minRows={6}
        maxRows={16}
        inputRef={field}
        label={t('template.body')}
        value={draft.body}
        error={error !== undefined}
        helperText={error ?? t('template.bodyHint')}
        onChange={(event) => change({ body: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 1000, readOnly: isReadOnly } }}
      />
      {!isReadOnly && <VariableChips variables={VARIABLES_OF_KIND[kind]} onInsert={insert} />}
    </>
  );
}

/** The unknown and the missing variables in words; empty without any. */
function useVariableFaults(preview: TemplatePreview | undefined): string {
  const { t } = useTranslation('messages');
  if (preview === undefined) return '';
  const { unknownVariables, missingVariables } = preview;
  const unknown = unknownVariables.map(writeVariable).join(', ');
  const missing = missingVariables.map((name) => `${t(`variable.${name}`)} ${writeVariable(name)}`).join(', ');
  return [
    unknown === '' ? '' : t('template.unknown', { names: unknown }),
    missing === '' ? '' : t('template.missing', { names: missing }),
  ]
    .filter((text) => text !== '')
    .join(' ');
}

function AlimtalkFields({
  form: { draft, change, errorAt },
  isReadOnly,
}: Pick<TemplateFieldsProps, 'form' | 'isReadOnly'>) {
  const { t } = useTranslation('messages');
  return (
    <Box
      role="group"
      aria-label={t('channel.ALIMTALK')}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}
    >
      <TextInput
        label={t('template.alimtalkCode')}
        hint={t('template.alimtalkCodeHint')}
        value={draft.alimtalkCode}
        maxLength={60}
        isReadOnly={isReadOnly}
        error={errorAt('alimtalkCode')}
        onChange={(alimtalkCode) => change({ alimtalkCode })}
      />
      <SelectInput
        label={t('template.alimtalkState')}
        hint={t('template.alimtalkStateHint')}
        value={draft.alimtalkState}
        isReadOnly={isReadOnly}
        options={ALIMTALK_CHOICES.map((value) => ({ value, label: t(`alimtalk.${value}`) }))}
        onChange={(value) => change({ alimtalkState: ALIMTALK_CHOICES.find((choice) => choice === value) ?? 'NONE' })}
      />
    </Box>
  );
}
