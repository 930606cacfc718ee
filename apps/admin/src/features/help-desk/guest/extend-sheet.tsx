import type { HelpDeskPage } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { useProblemWords } from '../../../ui/states/problem-words.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { AgeCheckNotice } from '../../age-checks/index.ts';
import { useDeskWords } from '../desk-words.ts';
import { useExtend } from '../help-desk.api.ts';
import { Sheet } from './sheet.tsx';

/** The possible extensions with their prices; one tap books the one that the guest agreed to. */
export function ExtendSheet({ page, onClose }: { readonly page: HelpDeskPage; readonly onClose: () => void }) {
  const { t } = useTranslation(['help-desk', 'common']);
  const format = useFormat();
  const words = useDeskWords();
  const problem = useProblemWords();
  const extend = useExtend(useProduct(), page.reservation);
  const { choices, reason } = page.extension ?? { choices: [], reason: null };
  const longest = choices.at(-1);
  const { id: reservationId, roomId, startsAt } = page.reservation;
  const pick = ({ minutes, totalAmount, endsAt }: (typeof choices)[number]) => {
    if (extend.isPending) return;
    extend.mutate(
      { version: page.reservation.version, minutes, expectedPriceAmount: totalAmount },
      {
        onSuccess: () => {
          toast.success(t('extendSheet.done', { time: format.time(endsAt) }));
          onClose();
        },
      },
    );
  };
  return (
    <Sheet title={t('extendSheet.title')} onClose={onClose}>
      {choices.length > 0 && <Box sx={{ typography: 'body2' }}>{t('extendSheet.text')}</Box>}
      {longest !== undefined && <AgeCheckNotice stay={{ roomId, startsAt, endsAt: longest.endsAt, reservationId }} />}
      {choices.map((choice) => (
        <Button
          key={choice.minutes}
          variant="outlined"
          color="inherit"
          size="large"
          data-testid="extend-choice"
          aria-disabled={extend.isPending}
          onClick={() => pick(choice)}
          sx={{ minHeight: 56, justifyContent: 'space-between', fontVariantNumeric: 'tabular-nums' }}
        >
          <span>
            {t('extendSheet.choice', { length: words.length(choice.minutes), time: format.time(choice.endsAt) })}
          </span>
          <span>+{format.money(choice.addedAmount)}</span>
        </Button>
      ))}
      {choices.length === 0 && (
        <Box role="status" sx={{ typography: 'body2' }}>
          {t('extendSheet.none')} {reason === null ? t('extendSheet.badState') : problem(reason)}
        </Box>
      )}
      <ProblemAlert error={extend.error} />
    </Sheet>
  );
}
