import type { HelpDeskPage } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { BORDERED } from '../../../ui/form/layouts.ts';
import { useFormat } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { GuestNotes } from './guest-notes.tsx';
import { useAnswerGuest } from '../help-desk.api.ts';
import { QuickAnswers } from './quick-answers.tsx';

const LONGEST_ANSWER = 300;

interface GuestAnswersProps {
  readonly reservationId: string;
  readonly help: NonNullable<HelpDeskPage['guestHelp']>;
}

/** What staff wrote to a guest who asked for help, and the field for the next answer (GP-4). */
export function GuestAnswers({ reservationId, help }: GuestAnswersProps) {
  const { t } = useTranslation('help-desk');
  return (
    <Box
      component="section"
      aria-labelledby="guest-answers"
      data-testid="guest-answers"
      sx={{
        p: 1.5,
        display: 'grid',
        gap: 1.5,
        ...BORDERED,
        bgcolor: 'background.paper',
      }}
    >
      <Box component="h2" id="guest-answers" sx={{ typography: 'subtitle2', m: 0 }}>
        {t('answer.title')}
      </Box>
      <GuestNotes reservationId={reservationId} help={help} />
      {help.companions.length > 0 && (
        <Box data-testid="companions-of-case" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('answer.companions', { numbers: help.companions.join(', ') })}
        </Box>
      )}
      <SentAnswers answers={help.answers} />
      {help.resolvedAt === null ? (
        <AnswerForm reservationId={reservationId} />
      ) : (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('answer.ended')}</Box>
      )}
    </Box>
  );
}

function SentAnswers({ answers }: Pick<GuestAnswersProps['help'], 'answers'>) {
  const { t } = useTranslation('help-desk');
  const format = useFormat();
  return (
    <Box role="log" aria-label={t('answer.sent')} sx={{ display: 'grid', gap: 1 }}>
      {answers.length === 0 && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('answer.none')}</Box>}
      {answers.map(({ text, at, byName }) => (
        <Box key={at + text} data-testid="sent-answer" sx={{ typography: 'body2', display: 'grid' }}>
          <Box sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{text}</Box>
          <Box component="span" sx={{ typography: 'caption', color: 'text.secondary' }}>
            {byName} · {format.time(at)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function AnswerForm({ reservationId }: Pick<GuestAnswersProps, 'reservationId'>) {
  const { t } = useTranslation('help-desk');
  const answer = useAnswerGuest(useProduct(), reservationId);
  const [text, setText] = useState('');
  const send = (words: string) => {
    if (answer.isPending || words.trim() === '') return;
    // Keeps what the person typed in the meantime.
    const clearSent = () => setText((typed) => (typed.trim() === words.trim() ? '' : typed));
    answer.mutate(words.trim(), { onSuccess: clearSent });
  };
  return (
    <Box
      component="form"
      noValidate
      sx={{ display: 'grid', gap: 1.5 }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send(text);
      }}
    >
      <QuickAnswers isPending={answer.isPending} onPick={send} />
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 1, alignItems: 'start' }}>
        <TextField
          fullWidth
          multiline
          size="small"
          maxRows={4}
          label={t('answer.field')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          slotProps={{ htmlInput: { maxLength: LONGEST_ANSWER } }}
        />
        <Button
          type="submit"
          variant="contained"
          aria-disabled={answer.isPending || text.trim() === ''}
          sx={{ minHeight: 40, minWidth: 72 }}
        >
          {t('answer.send')}
        </Button>
      </Box>
      <ProblemAlert error={answer.error} />
    </Box>
  );
}
