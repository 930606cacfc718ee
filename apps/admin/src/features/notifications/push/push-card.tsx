import type { PushKind } from '@munjigi/contract';
import type { Capability } from '@munjigi/contract/roles';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { isProblem, ServerUnreachable } from '../../../api/call.ts';
import { problemText } from '../../../api/problem-text.ts';
import { useAuthContext, useCan } from '../../../session/auth.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AccountPart } from '../../users/index.ts';
import { PushBrowsers } from './push-browsers.tsx';
import { parseStoredPush } from './push-subscription.ts';
import { useChangePush, useKeptPush, usePush, usePushAbility } from './push.api.ts';

const NEEDS: readonly (readonly [PushKind, Capability])[] = [
  ['MONEY', 'notifications:read'],
  ['ALARM', 'doors:read'],
  ['APPROVAL', 'approvals:use'],
  ['ON_CALL', 'on-call:read'],
  ['READINESS', 'reservations:read'],
  ['OVERRUN', 'reservations:read'],
  ['WAITLIST', 'reservations:read'],
];

/**
 * Push while no window is open (NT-4): whether it is on in this browser, for which kinds, and in which other browsers.
 */
export function PushCard() {
  const { t } = useTranslation('push');
  const { data, error, refetch } = usePush();
  const { hash } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const isThere = data !== undefined;
  useEffect(() => {
    if (hash === '#push' && isThere) place.current?.scrollIntoView({ block: 'center' });
  }, [hash, isThere]);
  return (
    <Box ref={place} data-testid="push">
      <AccountPart title={t('title')}>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('text')}</Box>
        {data === undefined &&
          (error === null ? (
            <Skeleton variant="rounded" height={96} />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ))}
        {data !== undefined && <ThisBrowser publicKey={data.publicKey} browsers={data.browsers} />}
      </AccountPart>
    </Box>
  );
}

type ThisBrowserProps = Pick<NonNullable<ReturnType<typeof usePush>['data']>, 'publicKey' | 'browsers'>;

function ThisBrowser({ publicKey, browsers }: ThisBrowserProps) {
  const { t } = useTranslation('push');
  const { ability, offered, chosen, own, isOn, isPending, choose, turnOn, turnOff, remove } = usePushHere({
    publicKey,
    browsers,
  });
  return (
    <>
      <Box
        role="status"
        data-testid="push-state"
        data-state={isOn ? 'on' : ability === 'able' ? 'off' : ability}
        sx={{ typography: 'body2', fontWeight: 600 }}
      >
        {t(isOn ? 'state.on' : ability === 'able' ? 'state.off' : `state.${ability}`)}
      </Box>
      {ability === 'able' && offered.length === 0 && <Box sx={{ typography: 'body2' }}>{t('kinds.none')}</Box>}
      {ability === 'able' && offered.length > 0 && (
        <>
          <KindFields offered={offered} chosen={chosen} onChoose={choose} />
          <PushButton isOn={isOn} isPending={isPending} onTurnOn={turnOn} onTurnOff={turnOff} />
        </>
      )}
      <PushBrowsers browsers={browsers.filter((browser) => browser !== own)} onRemove={remove} />
    </>
  );
}

/** Whether push is on in this browser, with the functions that change it. */
function usePushHere({ publicKey, browsers }: ThisBrowserProps) {
  const can = useCan();
  const user = useAuthContext().user?.id ?? '';
  const ability = usePushAbility();
  const change = useChangePush();
  const sayFailure = useFailureToast();
  const { t } = useTranslation('push');
  const offered = NEEDS.filter(([, needs]) => can(needs)).map(([kind]) => kind);
  const stored = parseStoredPush(useKeptPush());
  const own = stored?.user === user ? browsers.find(({ id }) => id === stored.id) : undefined;
  const isOn = own !== undefined && ability === 'able';
  // The kinds to subscribe to when push is switched on.
  const [picked, setPicked] = useState<readonly PushKind[] | null>(null);
  const chosen = picked ?? own?.kinds ?? offered;
  const onError = (problem: Error) => {
    setPicked(null);
    sayFailure(problem);
  };

  function choose(kind: PushKind): void {
    const kinds = offered.filter((other) => (other === kind ? !chosen.includes(other) : chosen.includes(other)));
    if (kinds.length === 0 || change.isPending) return;
    setPicked(kinds);
    if (isOn) change.mutate({ what: 'kinds', user, kinds, publicKey }, { onSuccess: () => setPicked(null), onError });
  }

  function turnOn(): void {
    if (change.isPending) return;
    change.mutate(
      { what: 'on', user, kinds: chosen.filter((kind) => offered.includes(kind)), publicKey },
      {
        onSuccess: (isAllowed) => {
          setPicked(null);
          if (isAllowed) toast.success(t('done.on'));
          else toast.info(t('notAllowed'));
        },
        onError,
      },
    );
  }

  const turnOff = () =>
    !change.isPending && change.mutate({ what: 'off' }, { onSuccess: () => toast.success(t('done.off')), onError });
  const remove = (id: string) =>
    !change.isPending &&
    change.mutate({ what: 'remove', id }, { onSuccess: () => toast.success(t('done.remove')), onError });
  return { ability, offered, chosen, own, isOn, isPending: change.isPending, choose, turnOn, turnOff, remove };
}

/** Says why a change of push failed. */
function useFailureToast(): (problem: Error) => void {
  const { t } = useTranslation('push');
  return (problem) => {
    const isFull = isProblem(problem) && problem.errors?.some(({ code }) => code === 'too_many');
    // Any other error comes from the browser, usually from its push service.
    toast.error(
      isFull
        ? t('tooMany')
        : isProblem(problem) || problem instanceof ServerUnreachable
          ? problemText(t, problem)
          : t('failed'),
    );
  };
}

interface KindFieldsProps {
  readonly offered: readonly PushKind[];
  readonly chosen: readonly PushKind[];
  readonly onChoose: (kind: PushKind) => void;
}

function KindFields({ offered, chosen, onChoose }: KindFieldsProps) {
  const { t } = useTranslation('push');
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid' }}>
      <Box component="legend" sx={{ typography: 'body2', color: 'text.secondary', p: 0 }}>
        {t('kinds.title')}
      </Box>
      {offered.map((kind) => (
        <Box key={kind} sx={{ pb: 0.5 }}>
          <FormControlLabel
            sx={{ minHeight: 44, mr: 0 }}
            label={t(`kinds.${kind}`)}
            control={
              <Checkbox
                checked={chosen.includes(kind)}
                onChange={() => onChoose(kind)}
                slotProps={{ input: { 'aria-describedby': `push-kind-${kind}` } }}
              />
            }
          />
          <Box id={`push-kind-${kind}`} sx={{ typography: 'body2', color: 'text.secondary', pl: 4, mt: -1 }}>
            {t(`kindText.${kind}`)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

interface PushButtonProps {
  readonly isOn: boolean;
  readonly isPending: boolean;
  readonly onTurnOn: () => void;
  readonly onTurnOff: () => void;
}

function PushButton({ isOn, isPending, onTurnOn, onTurnOff }: PushButtonProps) {
  const { t } = useTranslation('push');
  return (
    <>
      {isOn && (
        <Button
          variant="outlined"
          color="inherit"
          aria-disabled={isPending}
          onClick={onTurnOff}
          sx={{ justifySelf: 'start' }}
        >
          {t('off')}
        </Button>
      )}
      {!isOn && (
        <Button variant="contained" aria-disabled={isPending} onClick={onTurnOn} sx={{ justifySelf: 'start' }}>
          {t(isPending ? 'turningOn' : 'on')}
        </Button>
      )}
    </>
  );
}
