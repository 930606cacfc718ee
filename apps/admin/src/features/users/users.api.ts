import type {
  approveUser,
  BodyInputOf,
  editUser,
  inviteUser,
  RightChange,
  User,
  UserDetail,
  UserState,
} from '@munjigi/contract';
import type { Role } from '@munjigi/contract/roles';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { GrowingRows } from '../../session/live-collection.ts';

export const USER_PAGE_SIZE = 25;
export const RECORD_SIZE = 10;

export interface UserFilter {
  readonly state: UserState | 'DECIDED';
  readonly role: Role | null;
  readonly q: string;
  /** From 0. */
  readonly page: number;
}

export const usersKey = (product: string) => ['users', product] as const;

/** Reads a page of people; pending requests come oldest first, because they have waited longest. */
export function useUsers(product: string, { state, role, q, page }: UserFilter) {
  return useQuery({
    queryKey: [...usersKey(product), 'list', state, role, q, page],
    queryFn: ({ signal }): Promise<GrowingRows<User>> =>
      call('GET /api/v2/{product}/user', {
        params: { product },
        query: {
          page: String(page),
          limit: String(USER_PAGE_SIZE),
          sort: state === 'PENDING' ? 'oldest' : 'newest',
          state,
          ...(role !== null && { role }),
          ...(q !== '' && { q }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function useUser(product: string, userId: string) {
  return useQuery({
    queryKey: [...usersKey(product), 'one', userId],
    queryFn: ({ signal }): Promise<UserDetail> =>
      call('GET /api/v2/{product}/user/{userId}', { params: { product, userId }, signal }),
  });
}

export function useRightChanges(product: string, userId: string, page: number) {
  return useQuery({
    queryKey: [...usersKey(product), 'record', userId, page],
    queryFn: ({ signal }): Promise<GrowingRows<RightChange>> =>
      call('GET /api/v2/{product}/user/{userId}/right-change', {
        params: { product, userId },
        query: { page: String(page), limit: String(RECORD_SIZE) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** A decision about a person. */
export type UserChange =
  | { readonly verb: 'approve'; readonly body: BodyInputOf<typeof approveUser> }
  | { readonly verb: 'edit'; readonly body: BodyInputOf<typeof editUser> }
  | { readonly verb: 'decline' | 'disable'; readonly body: { readonly version: number; readonly reason: string } }
  | { readonly verb: 'enable'; readonly body: { readonly version: number } }
  | { readonly verb: 'end-session'; readonly sessionId: string }
  | { readonly verb: 'end-sessions' | 'reset-factor' };

/** Decides about a person; reads everything shown again after success and failure. */
export function useChangeUser(product: string, userId: string) {
  const client = useQueryClient();
  const params = { product, userId };
  return useMutation({
    mutationFn: (change: UserChange): Promise<unknown> => {
      switch (change.verb) {
        case 'approve':
          return call('POST /api/v2/{product}/user/{userId}/approve', { params, body: change.body });
        case 'decline':
          return call('POST /api/v2/{product}/user/{userId}/decline', { params, body: change.body });
        case 'disable':
          return call('POST /api/v2/{product}/user/{userId}/disable', { params, body: change.body });
        case 'enable':
          return call('POST /api/v2/{product}/user/{userId}/enable', { params, body: change.body });
        case 'edit':
          return call('PATCH /api/v2/{product}/user/{userId}', { params, body: change.body });
        case 'end-session':
          return call('POST /api/v2/{product}/user/{userId}/session/{sessionId}/end', {
            params: { ...params, sessionId: change.sessionId },
            body: {},
          });
        case 'reset-factor':
          return call('POST /api/v2/{product}/user/{userId}/second-factor/reset', { params, body: {} });
        case 'end-sessions':
          return call('POST /api/v2/{product}/user/{userId}/session/end-all', { params, body: {} });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: usersKey(product) }),
  });
}

/** Invites a person. The token of the link is kept in no cache. */
export function useInviteUser(product: string) {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: (body: BodyInputOf<typeof inviteUser>) =>
      call('POST /api/v2/{product}/user', { params: { product }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: usersKey(product) }),
  });
}

/** Issues a link to set a new password. Its token is kept in no cache. */
export function useIssueReset(product: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: () =>
      call('POST /api/v2/{product}/user/{userId}/password-reset', { params: { product, userId }, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: usersKey(product) }),
  });
}

/** The whole phone number; the server records who read it. */
export function useRevealPhone(product: string, userId: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      call('POST /api/v2/{product}/user/{userId}/reveal', { params: { product, userId }, body: { reason } }),
  });
}
