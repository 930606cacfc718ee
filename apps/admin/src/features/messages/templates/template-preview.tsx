import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { MessageText } from '../message-text.tsx';
import type { TemplatePreview } from './templates.api.ts';

interface TemplatePreviewPaneProps {
  /** `undefined`: not read yet. */
  readonly preview: TemplatePreview | undefined;
  readonly error: unknown;
  /** Whether a newer text is being read. */
  readonly isOld: boolean;
}

/** What a guest would read, with the values of an example, and whether it fits into one SMS. */
export function TemplatePreviewPane({ preview, error, isOld }: TemplatePreviewPaneProps) {
  const { t } = useTranslation('messages');
  return (
    <Box component="section" aria-label={t('preview.title')} sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
      <Box component="h3" sx={{ typography: 'subtitle2', m: 0 }}>
        {t('preview.title')}
      </Box>
      <PreviewBody preview={preview} error={error} isOld={isOld} />
    </Box>
  );
}

function PreviewBody({ preview, error, isOld }: TemplatePreviewPaneProps): ReactNode {
  const { t } = useTranslation('messages');
  const format = useFormat();
  if (preview === undefined)
    return error === null ? (
      <Skeleton variant="rounded" height={180} aria-busy="true" />
    ) : (
      <ProblemAlert error={error} />
    );
  return (
    <Box sx={{ display: 'grid', gap: 1 }} aria-busy={isOld}>
      <MessageText
        label={t('preview.title')}
        subject={preview.channel === 'LMS' ? preview.subject : ''}
        body={preview.body}
        testId="template-preview"
      />
      <Box role="status" data-testid="template-bytes" sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums' }}>
        <strong>{t(`channel.${preview.channel}`)}</strong>
        {` · ${t('preview.bytes', { bytes: format.number(preview.bytes) })}`}
        <Box sx={{ color: 'text.secondary' }}>{t(`preview.${preview.channel}`)}</Box>
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('preview.example')}</Box>
      {preview.isLinkMissing && <Alert severity="info">{t('connection.noLinks')}</Alert>}
      <ProblemAlert error={error} />
    </Box>
  );
}
