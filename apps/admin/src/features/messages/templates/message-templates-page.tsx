import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAddressValues } from '../../../session/address-values.ts';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { PartTabs } from '../../../ui/form/dialog/dialog-tabs.tsx';
import { choiceField, readFilterFields } from '../../../ui/list/address-filter.ts';
import { ListResults, ListSkeleton } from '../../../ui/list/list-states.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PAGE_STACK } from '../../../ui/page-layout.ts';
import { ConnectionsPart } from './connections-part.tsx';
import { MESSAGE_KIND_CHOICES, TEMPLATE_LANGUAGE_CHOICES } from '../message-choices.ts';
import { SenderSection } from './sender-section.tsx';
import { TemplateDialog } from './template-dialog.tsx';
import { TemplateList } from './template-list.tsx';
import { useMessageTemplates } from './templates.api.ts';

const PARTS = ['templates', 'sender', 'connections'] as const;
type Part = (typeof PARTS)[number];
/** The part, and the open template. */
const FIELDS = {
  part: choiceField('part', PARTS),
  kind: choiceField('kind', MESSAGE_KIND_CHOICES),
  language: choiceField('language', TEMPLATE_LANGUAGE_CHOICES),
};

/**
 * `/dashboard/system/message-templates`: the texts of messages to guests (MS-3), the senders and quiet hours of stores
 * (MS-6), and the providers (MS-9).
 */
export function MessageTemplatesPage() {
  const { t } = useTranslation('messages');
  const can = useCan();
  const { params, change } = useAddressValues();
  const { part, kind, language } = readFilterFields(FIELDS, params);
  const parts = PARTS.filter((name) => name !== 'connections' || can('messages:configure'));
  const shown: Part = parts.find((name) => name === part) ?? 'templates';
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader
        title={t('template.title')}
        text={t('template.text')}
        actions={
          <Button component={Link} to="/dashboard/system/messages" variant="outlined" color="inherit">
            {t('title')}
          </Button>
        }
      />
      <PartTabs
        id="message-part"
        label={t('template.title')}
        hasScrollButtons
        names={parts}
        value={shown}
        labelOf={(name) => t(`part.${name}`)}
        onChange={(next) => change({ part: next === 'templates' ? '' : next })}
      />
      <Box role="tabpanel" id="message-part-panel" aria-labelledby={`message-part-${shown}`}>
        {shown === 'templates' && (
          <Templates
            opened={kind === null || language === null ? null : { kind, language }}
            onOpen={(template) => change({ kind: template?.kind ?? '', language: template?.language ?? '' })}
          />
        )}
        {shown === 'sender' && <SenderSection />}
        {shown === 'connections' && <ConnectionsPart />}
      </Box>
    </Box>
  );
}

type Opened = Pick<Parameters<typeof TemplateDialog>[0]['template'], 'kind' | 'language'> | null;

interface TemplatesProps {
  readonly opened: Opened;
  readonly onOpen: (template: Opened) => void;
}

function Templates({ opened, onOpen }: TemplatesProps) {
  const templates = useMessageTemplates(useProduct());
  return (
    <ListResults query={templates} skeleton={<ListSkeleton rows={8} height={72} />}>
      {(items) => {
        const template = items.find(({ kind, language }) => kind === opened?.kind && language === opened.language);
        return (
          <>
            <TemplateList templates={items} onOpen={onOpen} />
            {template !== undefined && <TemplateDialog template={template} onClose={() => onOpen(null)} />}
          </>
        );
      }}
    </ListResults>
  );
}
