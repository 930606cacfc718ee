import type { Settlement, SettlementLine } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { zonedDate } from '@munjigi/rules';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { useChangeSettlement, useEntries } from './settlement.api.ts';
import { useSettlementWords } from './settlement-words.ts';

interface LineDetailProps {
  readonly settlement: Settlement;
  readonly line: SettlementLine;
  readonly comments: Settlement['comments'];
  readonly canComment: boolean;
}

/** The components of a line, and the comments on it. */
export function LineDetail({ settlement, line, comments, canComment }: LineDetailProps) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  return (
    <Box sx={{ display: 'grid', gap: 1.5, py: 1 }}>
      {line.baseAmount !== null && (
        <Box>{t('line.base', { base: words.money(line.baseAmount), rate: (line.rate ?? 0) / 100 })}</Box>
      )}
      <Entries settlement={settlement} line={line.key} />
      {comments.length > 0 && (
        <Box component="ul" aria-label={t('comment.list')} sx={{ ...PLAIN_LIST, display: 'grid', gap: 1 }}>
          {comments.map((comment) => (
            <Box
              key={comment.id}
              component="li"
              data-testid="comment"
              sx={{ borderLeft: 3, borderColor: comment.isHeadOffice ? 'primary.main' : 'divider', pl: 1.5 }}
            >
              <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
                {comment.by} · {comment.isHeadOffice ? t('comment.headOffice') : t('comment.store')} ·{' '}
                {words.at(comment.at)}
              </Box>
              <Box sx={{ overflowWrap: 'anywhere' }}>{comment.text}</Box>
            </Box>
          ))}
        </Box>
      )}
      {canComment && <CommentForm settlementId={settlement.id} line={line.key} />}
    </Box>
  );
}

interface EntriesProps extends Pick<LineDetailProps, 'settlement'> {
  readonly line: string;
}

function Entries({ settlement: { id: settlementId, timeZone }, line }: EntriesProps) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useEntries(
    useProduct(),
    settlementId,
    line,
  );
  if (data === undefined)
    return error === null ? (
      <Box>{t('entries.loading')}</Box>
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  const entries = data.pages.flatMap((page) => page.items);
  if (entries.length === 0) return <Box sx={{ color: 'text.secondary' }}>{t('entries.none')}</Box>;
  return (
    <Box>
      <Box
        component="ul"
        aria-label={t('entries.title')}
        sx={{
          ...PLAIN_LIST,
          maxHeight: 320,
          overflowY: 'auto',
          '& li': { display: 'flex', justifyContent: 'space-between', gap: 2, py: 0.25 },
        }}
        tabIndex={0}
      >
        {entries.map((entry) => (
          <li key={entry.transactionId} data-testid="entry">
            <span>
              {words.atIn(timeZone, entry.occurredAt)} · {t(`kind.${entry.kind}`)}
              {entry.reservationCode === null ? '' : ` · ${entry.reservationCode}`}
              {entry.businessDate !== zonedDate(timeZone, new Date(entry.occurredAt)) &&
                ` · ${t('entries.businessDate', { day: words.day(entry.businessDate) })}`}
            </span>
            {/* A credit counts as positive on the statement. */}
            <span>
              {words.money(
                -entry.entries.reduce(
                  (sum, { account, amount }) => (account === 'DUE_FROM_HEAD_OFFICE' ? sum - amount : sum + amount),
                  0,
                ),
              )}
            </span>
          </li>
        ))}
      </Box>
      {hasNextPage && (
        <Button size="small" color="inherit" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('entries.more')}
        </Button>
      )}
    </Box>
  );
}

function CommentForm({ settlementId, line }: { readonly settlementId: string; readonly line: string }) {
  const { t } = useTranslation('settlement');
  const product = useProduct();
  const change = useChangeSettlement(product);
  const [text, setText] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    const said = text.trim();
    if (said === '' || change.isPending) return;
    change.mutate(
      () =>
        call('POST /api/v2/{product}/settlement/{settlementId}/comment', {
          params: { product, settlementId },
          body: { line, text: said },
        }),
      { onSuccess: () => setText('') },
    );
  }

  return (
    <form onSubmit={submit}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', flexWrap: 'wrap' }}>
        <TextField
          size="small"
          label={t('comment.label')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          sx={{ flex: '1 1 200px' }}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        <Button type="submit" variant="outlined" color="inherit" disabled={text.trim() === ''} sx={{ minHeight: 40 }}>
          {t('comment.send')}
        </Button>
      </Box>
      <ProblemAlert error={change.error} />
    </form>
  );
}
