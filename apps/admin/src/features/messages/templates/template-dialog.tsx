import type { MessageTemplate } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { DialogTabs } from '../../../ui/form/dialog/dialog-tabs.tsx';
import { useEditForm, type EditForm } from '../../../ui/form/edit-form.ts';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { SaveButton } from '../../../ui/form/save-bar.tsx';
import { StaleNotice } from '../../../ui/form/stale-notice.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { checkTemplate, draftOfTemplate, templateBody, type TemplateDraft } from './template-draft.ts';
import { TemplateFields } from './template-fields.tsx';
import { TemplatePreviewPane } from './template-preview.tsx';
import { TemplateVersions } from './template-versions.tsx';
import { useSetTemplate, useTemplatePreview } from './templates.api.ts';
import { TestSend } from './test-send.tsx';

const READER_PARTS = ['text', 'versions'] as const;
const WRITER_PARTS = ['text', 'test', 'versions'] as const;
type Part = (typeof WRITER_PARTS)[number];

interface TemplateDialogProps {
  readonly template: MessageTemplate;
  readonly onClose: () => void;
}

/** A template: its text with a preview, a test, and its versions (MS-3). People without the capability read it. */
export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const { t } = useTranslation(['messages', 'form']);
  const isReadOnly = !useCan()('messages:configure');
  const isPhone = useMediaQuery('(max-width:600px)');
  const form = useTemplateForm(template);
  const [part, setPart] = useState<Part>('text');
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" fullScreen={isPhone} aria-labelledby="template-title">
      <DialogTitle id="template-title">
        {`${t(`kind.${template.kind}`)} · ${t(`language.${template.language}`)}`}
      </DialogTitle>
      <DialogTabs
        id="template"
        labelledBy="template-title"
        names={isReadOnly ? READER_PARTS : WRITER_PARTS}
        value={part}
        labelOf={(name) => t(`template.part.${name}`)}
        onChange={setPart}
      />
      <Box
        role="tabpanel"
        id="template-panel"
        aria-labelledby={`template-${part}`}
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: { sm: 460 }, overflowY: 'auto' }}
      >
        {part === 'text' && <TextPart template={template} form={form} isReadOnly={isReadOnly} onClose={onClose} />}
        {part === 'test' && <TestSend template={template} isDirty={form.isDirty} />}
        {part === 'versions' && <TemplateVersions template={template} />}
        {part !== 'text' && (
          <DialogActions>
            <Button color="inherit" onClick={onClose}>
              {t('close')}
            </Button>
          </DialogActions>
        )}
      </Box>
      <LeaveGuard isDirty={form.isDirty} />
    </Dialog>
  );
}

function useTemplateForm(template: MessageTemplate): EditForm<MessageTemplate, TemplateDraft> {
  const { t } = useTranslation(['messages', 'form']);
  const set = useSetTemplate(useProduct(), template);
  return useEditForm({
    row: template,
    draftOf: draftOfTemplate,
    check: (draft) => checkTemplate(draft, t),
    bodyOf: templateBody,
    // A version of a template is whole: the fields that did not change are sent too.
    send: ({ version }, { whole }) => set.mutateAsync({ ...whole, version }),
    onSaved: () => toast.success(t('template.saved')),
  });
}

interface TextPartProps extends TemplateDialogProps {
  readonly form: EditForm<MessageTemplate, TemplateDraft>;
  readonly isReadOnly: boolean;
}

/** The fields with the preview beside them, or below them on a phone. */
function TextPart({ template, form, isReadOnly, onClose }: TextPartProps) {
  const { t } = useTranslation(['messages', 'form']);
  const preview = useTemplatePreview(useProduct(), template, form.draft);
  return (
    <Box
      component="form"
      noValidate
      data-testid="template-form"
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      onSubmit={form.submit}
    >
      <DialogContent
        sx={{
          display: 'grid',
          gap: 3,
          alignContent: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
        }}
      >
        <TemplateFields kind={template.kind} form={form} preview={preview.data} isReadOnly={isReadOnly} />
        <TemplatePreviewPane preview={preview.data} error={preview.error} isOld={preview.isPlaceholderData} />
        <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 1, '&:empty': { display: 'none' } }}>
          {form.theirs !== null && (
            <TemplateStaleNotice theirs={form.theirs} mine={form.draft} onKeepTheirs={form.keepTheirs} />
          )}
          <ProblemAlert text={form.failure} />
        </Box>
      </DialogContent>
      <DialogActions>
        {isReadOnly && (
          <Box sx={{ flex: 1, typography: 'body2', color: 'text.secondary', px: 1 }}>{t('template.readOnly')}</Box>
        )}
        <Button color="inherit" onClick={onClose}>
          {t(form.isDirty ? 'form:cancel' : 'close')}
        </Button>
        {!isReadOnly && <SaveButton form={form} isDisabled={!form.isDirty} />}
      </DialogActions>
    </Box>
  );
}

interface TemplateStaleNoticeProps {
  readonly theirs: MessageTemplate;
  readonly mine: TemplateDraft;
  readonly onKeepTheirs: () => void;
}

function TemplateStaleNotice({ theirs, mine, onKeepTheirs }: TemplateStaleNoticeProps) {
  const { t } = useTranslation('messages');
  const stateOf = ({ isEnabled }: TemplateDraft) => t(isEnabled ? 'template.on' : 'template.off');
  return (
    <StaleNotice
      onKeepTheirs={onKeepTheirs}
      rows={[
        { label: t('template.isEnabled'), theirs: stateOf(theirs), mine: stateOf(mine) },
        { label: t('template.subject'), theirs: theirs.subject, mine: mine.subject.trim() },
        { label: t('template.body'), theirs: theirs.body, mine: mine.body.trim() },
        { label: t('template.alimtalkCode'), theirs: theirs.alimtalkCode, mine: mine.alimtalkCode.trim() },
        {
          label: t('template.alimtalkState'),
          theirs: t(`alimtalk.${theirs.alimtalkState}`),
          mine: t(`alimtalk.${mine.alimtalkState}`),
        },
      ]}
    />
  );
}
