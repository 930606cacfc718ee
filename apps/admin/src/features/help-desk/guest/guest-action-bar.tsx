import type { HelpDeskPage } from '@munjigi/contract';
import { mustGiveReason } from '@munjigi/contract/roles';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { isAccessOpen } from '@munjigi/rules';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthContext, useProduct } from '../../../session/auth.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { CodeSheet } from './code-sheet.tsx';
import { useDeskWords } from '../desk-words.ts';
import { ExtendSheet } from './extend-sheet.tsx';
import { closesAt, guestTime, opensAt } from '../guest-time.ts';
import { useOpenDoor } from './open-door.ts';
import { OpenSheet } from './open-sheet.tsx';
import { findRefusalOf } from './opening-refusal.ts';
import { OpenSteps } from './open-steps.tsx';
import { ResolveSheet } from './resolve-sheet.tsx';

interface GuestActionBarProps {
  readonly page: HelpDeskPage;
  /** The door to open; `null` if the guest has none. */
  readonly doorId: string | null;
  readonly onDoor: (doorId: string) => void;
}

type SheetName = 'open' | 'code' | 'extend' | 'resolve';

/**
 * The three actions, large and at the lower edge; above them the steps of the command, below them the state of the
 * case.
 */
export function GuestActionBar(props: GuestActionBarProps) {
  const { page, doorId } = props;
  const { t } = useTranslation(['help-desk', 'doors']);
  const { user } = useAuthContext();
  const [sheet, setSheet] = useState<SheetName | null>(null);
  const opening = useOpenDoor(useProduct(), page.reservation.id, doorId ?? '');
  const mustSay = mustGiveReason(user?.roles ?? []);
  const isPending = opening.attempt?.isPending === true;
  const refusal = findRefusalOf(page, null);
  const isOff = isPending || doorId === null || refusal !== null;
  const why = refusal !== null ? t(`doors:cannotOpen.${refusal}`) : doorId === null ? t('door.none') : null;
  const whyId = useId();
  const { state } = page.reservation;
  const isDue = isAccessOpen({ state, opensAt: opensAt(page), closesAt: closesAt(page) }, useNow(5000));

  function press(): void {
    if (isOff) return;
    // One tap opens when no reason is needed and no check warns.
    if (!mustSay && isPlain(page)) void opening.open();
    else setSheet('open');
  }

  return (
    <Box data-testid="action-bar" sx={BAR}>
      <OpenSteps command={opening.command} attempt={opening.attempt} />
      {why !== null && <WhyOff id={whyId} text={why} />}
      <Box sx={{ display: 'grid', gridTemplateColumns: '1.4fr 1fr 1fr', gap: 1 }}>
        <ActionButton
          icon="door"
          text={isPending ? t('action.opening') : t('action.open')}
          isMain={isDue}
          isOff={isOff}
          {...(why !== null && { whyId })}
          onPress={press}
        />
        <ActionButton icon="lock" text={t('action.code')} onPress={() => setSheet('code')} />
        <ActionButton icon="history" text={t('action.extend')} onPress={() => setSheet('extend')} />
      </Box>
      <CaseLine mine={page.mine} onResolve={() => setSheet('resolve')} />
      {sheet !== null && (
        <ActionSheet
          {...props}
          name={sheet}
          mustSay={mustSay}
          onOpen={(reason) => void opening.open(reason)}
          onClose={() => setSheet(null)}
        />
      )}
    </Box>
  );
}

const BAR = {
  position: { xs: 'fixed', md: 'sticky' },
  insetInline: 0,
  bottom: 0,
  zIndex: 5,
  bgcolor: 'background.paper',
  borderTop: 1,
  border: { md: 1 },
  borderColor: { xs: 'divider', md: 'divider' },
  borderRadius: { md: 1 },
  px: { xs: 2, md: 1.5 },
  pt: 1.25,
  pb: 'max(8px, env(safe-area-inset-bottom))',
  boxShadow: '0 -4px 16px rgb(0 0 0 / 12%)',
} as const;

/** Whether there is one door, and no check warns against opening it. */
function isPlain(page: HelpDeskPage): boolean {
  const { kind } = guestTime(page, Date.now());
  return (
    page.doors.length === 1 &&
    page.roomNow === null &&
    (kind === 'MAY_ENTER' || kind === 'RUNNING') &&
    page.dueAmount === 0
  );
}

function WhyOff({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <Box
      id={id}
      role="note"
      data-testid="cannot-open"
      sx={{ display: 'flex', gap: 0.75, alignItems: 'center', pb: 1, typography: 'body2', fontWeight: 600 }}
    >
      <Icon name="lock" size={18} />
      {text}
    </Box>
  );
}

interface ActionSheetProps extends GuestActionBarProps {
  readonly name: SheetName;
  readonly mustSay: boolean;
  readonly onOpen: (reason?: string) => void;
  readonly onClose: () => void;
}

function ActionSheet({ name, page, doorId, mustSay, onDoor, onOpen, onClose }: ActionSheetProps) {
  switch (name) {
    case 'open':
      return doorId === null ? null : (
        <OpenSheet
          page={page}
          doorId={doorId}
          onDoor={onDoor}
          mustSay={mustSay}
          onClose={onClose}
          onOpen={(reason) => {
            onClose();
            onOpen(reason);
          }}
        />
      );
    case 'code':
      return <CodeSheet page={page} mustSay={mustSay} onClose={onClose} />;
    case 'extend':
      return <ExtendSheet page={page} onClose={onClose} />;
    case 'resolve':
      return <ResolveSheet reservationId={page.reservation.id} onClose={onClose} />;
  }
}

interface ActionButtonProps {
  readonly icon: IconName;
  readonly text: string;
  readonly isMain?: boolean;
  readonly isOff?: boolean;
  /** The id of the text that says why it is off. */
  readonly whyId?: string;
  readonly onPress: () => void;
}

/** A disabled action keeps its place and its name, so that the thumb finds the others, and says why it is off. */
function ActionButton({ icon, text, isMain = false, isOff = false, whyId, onPress }: ActionButtonProps) {
  return (
    <Button
      variant={isMain ? 'contained' : 'outlined'}
      color={isMain ? 'primary' : 'inherit'}
      aria-disabled={isOff}
      aria-describedby={whyId}
      onClick={() => !isOff && onPress()}
      sx={{
        minHeight: 64,
        px: 1,
        display: 'flex',
        flexDirection: 'column',
        gap: 0.25,
        lineHeight: 1.2,
        whiteSpace: 'nowrap',
        ...(isOff && { opacity: 0.55, cursor: 'default' }),
      }}
    >
      <Icon name={icon} size={22} />
      {text}
    </Button>
  );
}

function CaseLine({ mine, onResolve }: { readonly mine: HelpDeskPage['mine']; readonly onResolve: () => void }) {
  const { t } = useTranslation('help-desk');
  const words = useDeskWords();
  if (mine === null) return null;
  if (mine.resolvedAt === null || mine.outcome === null) {
    return (
      <Button fullWidth color="inherit" onClick={onResolve} sx={{ mt: 0.5 }}>
        {t('resolve.open')}
      </Button>
    );
  }
  const seconds = Math.round((Date.parse(mine.resolvedAt) - Date.parse(mine.openedAt)) / 1000);
  return (
    <Box
      role="status"
      data-testid="case-resolved"
      sx={{
        display: 'flex',
        justifyContent: 'center',
        alignItems: 'center',
        gap: 0.75,
        minHeight: 44,
        mt: 0.5,
        typography: 'body2',
        color: 'success.main',
        fontWeight: 600,
      }}
    >
      <Icon name="check" size={18} />
      {t('resolved', { outcome: t(`outcome.${mine.outcome}`), took: words.took(seconds) })}
    </Box>
  );
}
