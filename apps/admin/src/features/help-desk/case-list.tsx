import type { HelpDeskCase } from '@munjigi/contract';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { LINED_LIST, BORDERED } from '../../ui/form/layouts.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { useDeskWords } from './desk-words.ts';
import { useCases } from './help-desk.api.ts';

interface CaseListProps {
  readonly onPick: (reservationId: string) => void;
}

/** Today's cases: their number, how long they took, and who worked on them. */
export function CaseList({ onPick }: CaseListProps) {
  const { t } = useTranslation('help-desk');
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
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TodayFigures today={today} />
      <section aria-labelledby="desk-cases">
        <Box component="h2" id="desk-cases" sx={{ typography: 'subtitle1', m: 0, mb: 1 }}>
          {t('cases.title')}
        </Box>
        {items.length === 0 && <EmptyState icon="support" title={t('cases.none')} text={t('cases.noneText')} />}
        <Box
          component="ul"
          sx={{
            ...LINED_LIST,
            borderRadius: 1,
            border: items.length === 0 ? 0 : 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
          }}
        >
          {items.map((deskCase) => (
            <CaseRow key={deskCase.id} deskCase={deskCase} onPick={onPick} />
          ))}
        </Box>
      </section>
    </Box>
  );
}

type Today = NonNullable<ReturnType<typeof useCases>['data']>['today'];

/** How many cases were opened and resolved today, and how long half of them took at most. */
function TodayFigures({ today }: { readonly today: Today }) {
  const { t } = useTranslation('help-desk');
  const words = useDeskWords();
  const figures = [
    { key: 'opened', text: t('today.count', { count: today.opened }) },
    { key: 'resolved', text: t('today.count', { count: today.resolved }) },
    { key: 'median', text: today.medianSeconds === null ? '–' : words.took(today.medianSeconds) },
  ] as const;
  return (
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
            ...BORDERED,
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
  );
}

interface CaseRowProps extends CaseListProps {
  readonly deskCase: HelpDeskCase;
}

function CaseRow({ deskCase, onPick }: CaseRowProps) {
  const { t } = useTranslation('help-desk');
  const format = useFormat();
  return (
    <li>
      <ButtonBase
        data-testid="case"
        onClick={() => onPick(deskCase.reservationId)}
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
            <strong>{deskCase.guestName || deskCase.code}</strong> · {deskCase.storeName} · {deskCase.roomName}
          </span>
          <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {format.dateTime(deskCase.openedAt)} · {deskCase.personName ?? t('byGuest')}
          </Box>
          {deskCase.note !== '' && (
            <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {deskCase.note}
            </Box>
          )}
        </Box>
        <CaseOutcome deskCase={deskCase} />
      </ButtonBase>
    </li>
  );
}

/** How the case ended, and how long it took. */
function CaseOutcome({ deskCase: { outcome, openedAt, resolvedAt } }: Pick<CaseRowProps, 'deskCase'>) {
  const { t } = useTranslation('help-desk');
  const words = useDeskWords();
  const seconds = resolvedAt === null ? null : Math.round((Date.parse(resolvedAt) - Date.parse(openedAt)) / 1000);
  return (
    <Box
      sx={{
        flex: 'none',
        typography: 'body2',
        display: 'grid',
        justifyItems: 'end',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Box component="span" sx={{ fontWeight: 600, color: outcome === null ? 'warning.main' : 'success.main' }}>
        {outcome === null ? t('cases.open') : t(`outcome.${outcome}`)}
      </Box>
      {seconds !== null && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {words.took(seconds)}
        </Box>
      )}
    </Box>
  );
}
