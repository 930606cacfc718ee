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
import { isProblem, ServerUnreachable } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useAuthContext, useCan } from '../../app/auth.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { toast } from '../../ui/toast.ts';
import { AccountPart } from '../users/index.ts';
import { PushBrowsers } from './push-browsers.tsx';
import { parseKept } from './push-here.ts';
import { useChangePush, useKeptPush, usePush, usePushAbility } from './push.api.ts';

const NEEDS: readonly (readonly [PushKind, Capability])[] = [
  ['MONEY', 'notifications:read'],
  ['ALARM', 'doors:read'],
  ['APPROVAL', 'approvals:use'],
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
        {data !== undefined && <Here publicKey={data.publicKey} browsers={data.browsers} />}
      </AccountPart>
    </Box>
  );
}

type HereProps = Pick<NonNullable<ReturnType<typeof usePush>['data']>, 'publicKey' | 'browsers'>;

function Here({ publicKey, browsers }: HereProps) {
  const { t } = useTranslation('push');
  const can = useCan();
  const user = useAuthContext().user?.id ?? '';
  const ability = usePushAbility();
  const change = useChangePush();
  const offered = NEEDS.filter(([, needs]) => can(needs)).map(([kind]) => kind);
  const kept = parseKept(useKeptPush());
  const own = kept?.user === user ? browsers.find(({ id }) => id === kept.id) : undefined;
  const isOn = own !== undefined && ability === 'able';
  // The kinds to subscribe to when push is switched on.
  const [wanted, setWanted] = useState<readonly PushKind[] | null>(null);
  const chosen = wanted ?? own?.kinds ?? offered;
  const fail = (problem: Error) => {
    setWanted(null);
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

  function choose(kind: PushKind): void {
    const kinds = offered.filter((it) => (it === kind ? !chosen.includes(it) : chosen.includes(it)));
    if (kinds.length === 0 || change.isPending) return;
    setWanted(kinds);
    if (isOn)
      change.mutate({ what: 'kinds', user, kinds, publicKey }, { onSuccess: () => setWanted(null), onError: fail });
  }

  function turnOn(): void {
    if (change.isPending) return;
    change.mutate(
      { what: 'on', user, kinds: chosen.filter((it) => offered.includes(it)), publicKey },
      {
        onSuccess: (isAllowed) => {
          setWanted(null);
          if (isAllowed) toast.success(t('done.on'));
          else toast.info(t('notAllowed'));
        },
        onError: fail,
      },
    );
  }

  const turnOff = () =>
    !change.isPending &&
    change.mutate({ what: 'off' }, { onSuccess: () => toast.success(t('done.off')), onError: fail });
  const remove = (id: string) =>
    !change.isPending &&
    change.mutate({ what: 'remove', id }, { onSuccess: () => toast.success(t('done.remove')), onError: fail });
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
          <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid' }}>
            <Box component="legend" sx={{ typography: 'body2', color: 'text.secondary', p: 0 }}>
              {t('kinds.title')}
            </Box>
            {offered.map((kind) => (
              <FormControlLabel
                key={kind}
                sx={{ justifySelf: 'start', minHeight: 44, mr: 0 }}
                label={t(`kinds.${kind}`)}
                control={<Checkbox checked={chosen.includes(kind)} onChange={() => choose(kind)} />}
              />
            ))}
          </Box>
          {isOn && (
            <Button
              variant="outlined"
              color="inherit"
              aria-disabled={change.isPending}
              onClick={turnOff}
              sx={{ justifySelf: 'start' }}
            >
              {t('off')}
            </Button>
          )}
          {!isOn && (
            <Button variant="contained" aria-disabled={change.isPending} onClick={turnOn} sx={{ justifySelf: 'start' }}>
              {t(change.isPending ? 'turningOn' : 'on')}
            </Button>
          )}
        </>
      )}
      <PushBrowsers browsers={browsers.filter((it) => it !== own)} onRemove={remove} />
    </>
  );
}
