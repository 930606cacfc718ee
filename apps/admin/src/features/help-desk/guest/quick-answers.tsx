import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceToggle } from '../../../ui/form/choice-toggle.tsx';

const QUICK = ['looking', 'opened', 'newCode', 'calling', 'coming'] as const;
const LANGUAGES = ['kr', 'en'] as const;
type Language = (typeof LANGUAGES)[number];

interface QuickAnswersProps {
  readonly isPending: boolean;
  readonly onPick: (text: string) => void;
}

/** The usual answers, in the language of the guest: one tap sends. */
export function QuickAnswers({ isPending, onPick }: QuickAnswersProps) {
  const { t } = useTranslation('help-desk');
  const [language, setLanguage] = useState<Language>(i18next.resolvedLanguage === 'en' ? 'en' : 'kr');
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' }}>
      <ChoiceToggle
        label={t('answer.language')}
        value={language}
        choices={LANGUAGES.map((value) => ({ value, label: t(`answer.in.${value}`) }))}
        onChoose={setLanguage}
        isLarge
      />
      <Box
        role="group"
        aria-label={t('answer.quick')}
        // On a phone the answers are one row that scrolls sideways, so that the state of the doors stays in sight.
        sx={{
          display: 'flex',
          gap: 1,
          maxWidth: 1,
          flexWrap: { xs: 'nowrap', md: 'wrap' },
          overflowX: 'auto',
          p: 0.5,
          m: -0.5,
        }}
      >
        {QUICK.map((key) => {
          const words = t(`answer.words.${language}.${key}`);
          return (
            <Button
              key={key}
              variant="outlined"
              color="inherit"
              data-testid="quick-answer"
              aria-disabled={isPending}
              lang={language === 'kr' ? 'ko' : 'en'}
              sx={{ minHeight: 44, lineHeight: 1.25, textAlign: 'start', flexShrink: 0, maxWidth: 1 }}
              onClick={() => !isPending && onPick(words)}
            >
              {words}
            </Button>
          );
        })}
      </Box>
    </Box>
  );
}
