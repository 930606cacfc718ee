import type { MessageTemplate } from '@munjigi/contract';
import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { Unread } from '../../../ui/form/unread.tsx';
import { useFormat } from '../../../ui/format.ts';
import { MessageText } from '../message-text.tsx';
import { useTemplateVersions } from './templates.api.ts';

/** Every version of a template, latest first. Sent messages keep the version that they were made from. */
export function TemplateVersions({ template }: { readonly template: MessageTemplate }) {
  const { t } = useTranslation('messages');
  const versions = useTemplateVersions(useProduct(), template);
  return (
    <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('version.text')}</Box>
      <Unread query={versions} height={200} />
      {versions.data?.items.length === 0 && <Box sx={{ typography: 'body2' }}>{t('version.none')}</Box>}
      {versions.data?.items.map((version) => (
        <VersionItem key={version.version} version={version} />
      ))}
    </DialogContent>
  );
}

function VersionItem({ version }: { readonly version: MessageTemplate }) {
  const { t } = useTranslation('messages');
  const format = useFormat();
  const { isEnabled, subject, body, changedAt, changedBy } = version;
  const name = version.version === 0 ? t('template.original') : t('template.version', { version: version.version });
  return (
    <Box component="section" aria-label={name} data-testid="template-version" sx={{ display: 'grid', gap: 0.75 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline', typography: 'body2' }}>
        <Box component="h3" sx={{ typography: 'subtitle2', m: 0 }}>
          {name}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {[
            changedAt === null ? '' : t('version.changed', { when: format.dateTime(changedAt), by: changedBy }),
            t(isEnabled ? 'template.on' : 'template.off'),
          ]
            .filter((text) => text !== '')
            .join(' · ')}
        </Box>
      </Box>
      <MessageText label={name} subject={subject} body={body} />
    </Box>
  );
}
