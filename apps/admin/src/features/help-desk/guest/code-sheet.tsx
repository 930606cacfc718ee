import type { HelpDeskPage } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { SendText } from '../../../ui/form/send-text.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { CodeStateLine } from './code-state-line.tsx';
import { useNewCode } from '../help-desk.api.ts';
import { findRefusalOf } from './opening-refusal.ts';
import { ReasonChoice } from './reason-choice.tsx';
import { Sheet } from './sheet.tsx';

interface CodeSheetProps {
  readonly page: HelpDeskPage;
  readonly mustSay: boolean;
  readonly onClose: () => void;
}

/** Replaces the access code and shows it once, with the state of the locks. */
export function CodeSheet({ page, mustSay, onClose }: CodeSheetProps) {
  const { t } = useTranslation(['help-desk', 'form', 'doors']);
  const refusal = findRefusalOf(page, null);
  const change = useNewCode(useProduct(), page.reservation.id);
  const { codeId, doors } = page.access;
  const make = (reason?: string) =>
    codeId !== null && change.mutate({ codeId, ...(reason !== undefined && { reason }) });
  if (change.data !== undefined) {
    return (
      <Sheet title={t('codeSheet.made')} onClose={onClose}>
        <NewCode page={page} code={change.data.code ?? null} />
        {doors
          .filter((door) => door.keepsCodes)
          .map((door) => (
            <Box key={door.doorId}>
              <Box sx={{ typography: 'body2', fontWeight: 600 }}>{door.doorName}</Box>
              <CodeStateLine access={door} isHeldUnpaid={false} />
            </Box>
          ))}
      </Sheet>
    );
  }
  if (codeId === null) {
    return (
      <Sheet title={t('codeSheet.title')} onClose={onClose}>
        <Box role="status" sx={{ typography: 'body2' }}>
          {t(`codeSheet.${doors.some((door) => door.keepsCodes) ? 'none' : 'noKeypad'}`)}{' '}
          {refusal === null ? t('codeSheet.openInstead') : t(`doors:cannotOpen.${refusal}`)}
        </Box>
      </Sheet>
    );
  }
  return (
    <Sheet title={t('codeSheet.title')} onClose={onClose}>
      <Box sx={{ typography: 'body2' }}>
        {t('codeSheet.text')} {refusal === 'LOCKED_DOWN' && t('codeSheet.lockedDown')}
      </Box>
      {mustSay ? (
        <ReasonChoice of="code" submitText={t('codeSheet.make')} isPending={change.isPending} onReason={make} />
      ) : (
        <Button
          variant="contained"
          size="large"
          aria-disabled={change.isPending}
          sx={{ minHeight: 56 }}
          onClick={() => !change.isPending && make()}
        >
          {t('codeSheet.make')}
        </Button>
      )}
      <ProblemAlert error={change.error} />
    </Sheet>
  );
}

interface NewCodeProps {
  readonly page: Pick<HelpDeskPage, 'storeName' | 'roomName'>;
  /** `null`: the server has shown it already. */
  readonly code: string | null;
}

function NewCode({ page: { storeName, roomName }, code }: NewCodeProps) {
  const { t } = useTranslation('help-desk');
  return (
    <Box role="status" sx={{ display: 'grid', gap: 1, justifyItems: 'center', textAlign: 'center' }}>
      <Box
        data-testid="new-code"
        sx={{ typography: 'h3', letterSpacing: '0.12em', fontVariantNumeric: 'tabular-nums' }}
      >
        {code ?? t('codeSheet.told')}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('codeSheet.once')}</Box>
      {code !== null && (
        <SendText
          value={code}
          name={t('codeSheet.name')}
          message={t('codeSheet.message', { store: storeName, room: roomName, code })}
          phone={null}
        />
      )}
    </Box>
  );
}
