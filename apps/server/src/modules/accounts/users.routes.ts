import {
  approveUser,
  declineUser,
  disableUser,
  editUser,
  enableUser,
  endUserSession,
  endUserSessions,
  getUser,
  inviteUser,
  issuePasswordReset,
  listRightChanges,
  listUsers,
  resetSecondFactor,
  revealUser,
} from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import { notFound, route, type Route } from '../../http/index.ts';
import {
  admitUser,
  rejectUser,
  blockUser,
  updateUser,
  unblockUser,
  endSessionsOfUser,
  endSessionOfUser,
  resetFactor,
  showContact,
} from './users.ts';
import { createInvitation } from './invitation.ts';
import { issueReset } from './password-reset.ts';
import { findRightChanges, findUserRow, findUsers, readUserDetail } from './users.sql.ts';

export function userRoutes({ clock }: { readonly clock: Clock }): Route[] {
  return [
    route(listUsers, ({ tx, query }) => findUsers(tx, query, clock.now())),
    route(getUser, async ({ tx, params }) => {
      const row = await findUserRow(tx, params.userId);
      if (!row) throw notFound();
      return readUserDetail(tx, row, clock.now());
    }),
    route(listRightChanges, async ({ tx, params, query }) => {
      if (!(await findUserRow(tx, params.userId))) throw notFound();
      return findRightChanges(tx, params.userId, query);
    }),
    route(revealUser, ({ tx, actor, params, body }) => showContact({ clock, tx, actor }, params.userId, body)),
    route(editUser, ({ tx, actor, params, body }) => updateUser({ clock, tx, actor }, params.userId, body)),
    route(inviteUser, ({ tx, actor, body }) => createInvitation({ clock, tx, actor }, body)),
    route(approveUser, ({ tx, actor, params, body }) => admitUser({ clock, tx, actor }, params.userId, body)),
    route(declineUser, ({ tx, actor, params, body }) => rejectUser({ clock, tx, actor }, params.userId, body)),
    route(disableUser, ({ tx, actor, params, body }) => blockUser({ clock, tx, actor }, params.userId, body)),
    route(enableUser, ({ tx, actor, params, body }) => unblockUser({ clock, tx, actor }, params.userId, body)),
    route(resetSecondFactor, ({ tx, actor, params }) => resetFactor({ clock, tx, actor }, params.userId)),
    route(issuePasswordReset, ({ work, params }) => issueReset(work, params.userId)),
    route(endUserSession, ({ tx, actor, params }) =>
      endSessionOfUser({ clock, tx, actor }, params.userId, params.sessionId),
    ),
    route(endUserSessions, ({ tx, actor, params }) => endSessionsOfUser({ clock, tx, actor }, params.userId)),
  ];
}
