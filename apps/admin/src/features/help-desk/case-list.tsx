import type { HelpDeskCase } from '@munjigi/contract';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../app/auth.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { useDeskWords } from './desk-words.ts';
import { useCases } from './help-desk.api.ts';

/** Today's cases: how many, how long they took, and who worked on them. */
export function CaseList({ onPick }: { readonly onPick: (reservationId: string) => void }) {
  const { t } = useTranslation('help-desk');
  const words = useDeskWords();
  const cases = useCases(useProduct());
  if (cases.error !== null && cases.data === undefined)
    return <ErrorState error={cases.error} onRetry={() => void cases.refetch()} />;
  if (cases.data === undefined)
    return (
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Skeleton variant="rounded" height={72} />
        <Skeleton variant="rounded" height={160} />
      </Box>
    );
  const { today, items } = cases.data;
  const figures = [
    { key: 'opened', text: t('today.count', { count: today.opened }) },
    { key: 'resolved', text: t('today.count', { count: today.resolved }) },
    { key: 'median', text: today.medianSeconds === null ? '–' : words.took(today.medianSeconds) },
  ] as const;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box
        component="dl"
        data-testid="desk-today"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 1 }}
      >
        {figures.map(({ key, text }) => (
          <Box
            key={key}
            data-figure={key}
            sx={{
              p: 1.5,
              borderRadius: 1,
              border: 1,
              borderColor: 'divider',
              bgcolor: 'background.paper',
              display: 'flex',
              flexDirection: 'column-reverse',
              justifyContent: 'flex-end',
            }}
          >
            <Box component="dd" sx={{ m: 0, typography: 'h6', fontVariantNumeric: 'tabular-nums' }}>
              {text}
            </Box>
            <Box component="dt" sx={{ typography: 'caption', color: 'text.secondary' }}>
              {t(`today.${key}`)}
            </Box>
          </Box>
        ))}
      </Box>
      <section aria-labelledby="desk-cases">
        <Box component="h2" id="desk-cases" sx={{ typography: 'subtitle1', m: 0, mb: 1 }}>
          {t('cases.title')}
        </Box>
        {items.length === 0 && <EmptyState icon="support" title={t('cases.none')} text={t('cases.noneText')} />}
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            borderRadius: 1,
            border: items.length === 0 ? 0 : 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
            '& > li + li': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          {items.map((it) => (
            <CaseRow key={it.id} it={it} onPick={onPick} />
          ))}
        </Box>
      </section>
    </Box>
  );
}

function CaseRow({ it, onPick }: { readonly it: HelpDeskCase; readonly onPick: (reservationId: string) => void }) {
  const { t } = useTranslation('help-desk');
  const words = useDeskWords();
  const format = useFormat();
  const seconds =
    it.resolvedAt === null ? null : Math.round((Date.parse(it.resolvedAt) - Date.parse(it.openedAt)) / 1000);
  return (
    <li>
      <ButtonBase
        data-testid="case"
        onClick={() => onPick(it.reservationId)}
        sx={{
          width: '100%',
          minHeight: 64,
          px: 1.5,
          py: 1,
          gap: 1.5,
          textAlign: 'start',
          justifyContent: 'space-between',
        }}
      >
        <Box sx={{ minWidth: 0, typography: 'body2', display: 'grid' }}>
          <span>
            <strong>{it.guestName || it.code}</strong> · {it.storeName} · {it.roomName}
          </span>
          <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {format.dateTime(it.openedAt)} · {it.personName}
          </Box>
          {it.note !== '' && (
            <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {it.note}
            </Box>
          )}
        </Box>
        <Box
          sx={{
            flex: 'none',
            typography: 'body2',
            display: 'grid',
            justifyItems: 'end',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          <Box component="span" sx={{ fontWeight: 600, color: it.outcome === null ? 'warning.main' : 'success.main' }}>
            {it.outcome === null ? t('cases.open') : t(`outcome.${it.outcome}`)}
          </Box>
          {seconds !== null && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {words.took(seconds)}
            </Box>
          )}
        </Box>
      </ButtonBase>
    </li>
  );
}
