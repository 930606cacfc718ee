import type { MessageKind, MessageTemplate } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useTranslation } from 'react-i18next';
import { PLAIN_LIST } from '../../../ui/form/layouts.ts';
import { OpeningRow } from '../../../ui/list/opening-row.tsx';
import { ToneLabel, type ToneStyle } from '../../../ui/tone-chip.tsx';
import { MESSAGE_KIND_CHOICES, TEMPLATE_LANGUAGE_CHOICES } from '../message-choices.ts';

interface TemplateListProps {
  readonly templates: readonly MessageTemplate[];
  readonly onOpen: (template: MessageTemplate) => void;
}

/** The templates by kind, in each language: whether guests get the message, its version, and the state of its alimtalk. */
export function TemplateList({ templates, onOpen }: TemplateListProps) {
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
    >
      {MESSAGE_KIND_CHOICES.map((kind) => (
        <KindTemplates
          key={kind}
          kind={kind}
          templates={templates.filter((template) => template.kind === kind)}
          onOpen={onOpen}
        />
      ))}
    </Box>
  );
}

function KindTemplates({ kind, templates, onOpen }: TemplateListProps & { readonly kind: MessageKind }) {
  const { t } = useTranslation('messages');
  const sorted = TEMPLATE_LANGUAGE_CHOICES.flatMap((language) =>
    templates.filter((template) => template.language === language),
  );
  return (
    <Box component="section" aria-label={t(`kind.${kind}`)} sx={{ display: 'grid', gap: 0.75, alignContent: 'start' }}>
      <Box>
        <Box component="h2" sx={{ typography: 'subtitle1', m: 0 }}>
          {t(`kind.${kind}`)}
        </Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t(`kindText.${kind}`)}</Box>
      </Box>
      <Card component="ul" variant="outlined" aria-label={t(`kind.${kind}`)} sx={PLAIN_LIST}>
        {sorted.map((template) => (
          <TemplateRow key={template.language} template={template} onOpen={() => onOpen(template)} />
        ))}
      </Card>
    </Box>
  );
}

const ON: ToneStyle = ['check', 'success.main'];
const OFF: ToneStyle = ['close', 'text.secondary'];
const ALIMTALK_TONES: Readonly<Record<MessageTemplate['alimtalkState'], string>> = {
  NONE: 'text.secondary',
  REQUESTED: 'warning.main',
  APPROVED: 'success.main',
  REJECTED: 'error.main',
};

interface TemplateRowProps {
  readonly template: MessageTemplate;
  readonly onOpen: () => void;
}

function TemplateRow({ template: { language, isEnabled, version, alimtalkState, body }, onOpen }: TemplateRowProps) {
  const { t } = useTranslation('messages');
  return (
    <OpeningRow
      testId="message-template"
      state={isEnabled ? 'ON' : 'OFF'}
      columns={{ xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) auto' }}
      isLastPlain
      onOpen={onOpen}
    >
      <Box component="span" sx={{ fontWeight: 600 }}>
        {t(`language.${language}`)}
      </Box>
      <ToneLabel tone={isEnabled ? ON : OFF} isOneLine>
        {t(isEnabled ? 'template.on' : 'template.off')}
      </ToneLabel>
      <Box
        component="span"
        sx={{
          gridColumn: '1 / -1',
          color: 'text.secondary',
          width: '100%',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {body.replaceAll('\n', ' ')}
      </Box>
      <Box component="span" sx={{ gridColumn: '1 / -1', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {version === 0 ? t('template.original') : t('template.version', { version })}
        {' · '}
        <Box component="span" sx={{ color: ALIMTALK_TONES[alimtalkState] }}>
          {t('template.alimtalk', { state: t(`alimtalk.${alimtalkState}`) })}
        </Box>
      </Box>
    </OpeningRow>
  );
}
