import type { PushKind } from '@munjigi/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from '../../../api/call.ts';
import { PUSH_KEY, subscribeToPermission } from '../desktop.ts';
import { removePushBrowser, sendPushSubscription, disablePush, enablePush } from './push-subscription.ts';

const KEY = ['push'] as const;

/** The person's push subscriptions; read again when this browser was switched on or off. */
export function usePush() {
  return useQuery({
    queryKey: [...KEY, useKeptPush()],
    queryFn: ({ signal }) => call('GET /api/v2/auth/push', { signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * `insecure`: no browser supports push over plain HTTP. `uninstalled`: on iPhone and iPad only an app on the home
 * screen can. `denied`: only the browser's settings can change it.
 */
type PushAbility = 'able' | 'denied' | 'insecure' | 'uninstalled' | 'absent';

export function usePushAbility(): PushAbility {
  return useSyncExternalStore(subscribeToPermission, abilityNow);
}

function abilityNow(): PushAbility {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return /iPhone|iPad/.test(navigator.userAgent) ? 'uninstalled' : 'absent';
  return Notification.permission === 'denied' ? 'denied' : 'able';
}

/** This browser's stored subscription as text, so that equal values are identical. */
export function useKeptPush(): string | null {
  return useSyncExternalStore(subscribeToPermission, () => localStorage.getItem(PUSH_KEY));
}

type PushChange =
  | {
      readonly what: 'on' | 'kinds';
      readonly user: string;
      readonly kinds: readonly PushKind[];
      readonly publicKey: string;
    }
  | { readonly what: 'off' }
  | { readonly what: 'remove'; readonly id: string };

/** Resolves to `false` when the browser's permission was refused. */
export function useChangePush() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: PushChange): Promise<boolean> => {
      switch (change.what) {
        case 'on':
          return enablePush(change.user, change.kinds, change.publicKey);
        case 'kinds':
          await sendPushSubscription(change.user, change.kinds, change.publicKey);
          return true;
        case 'off':
          await disablePush();
          return true;
        case 'remove':
          await removePushBrowser(change.id);
          return true;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
