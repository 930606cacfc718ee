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
import { notFound, route, type Route } from '../../http/index.ts';
import type { MailSettings } from './people/account-mails.ts';
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
} from './people/users.ts';
import { createInvitation } from './invitation.ts';
import { issueReset } from './own-account/password-reset.ts';
import { findRightChanges, findUserRow, findUsers, readUserDetail } from './people/users.sql.ts';

export function userRoutes(settings: MailSettings): Route[] {
  return [
    route(listUsers, ({ tx, work, query }) => findUsers(tx, query, work.clock.now())),
    route(getUser, async ({ tx, work, params }) => {
      const row = await findUserRow(tx, params.userId);
      if (!row) throw notFound();
      return readUserDetail(tx, row, work.clock.now());
    }),
    route(listRightChanges, async ({ tx, params, query }) => {
      if (!(await findUserRow(tx, params.userId))) throw notFound();
      return findRightChanges(tx, params.userId, query);
    }),
    route(revealUser, ({ work, params, body }) => showContact(work, params.userId, body)),
    route(editUser, ({ work, params, body }) => updateUser(work, params.userId, body)),
    route(inviteUser, ({ work, body }) => createInvitation(settings, work, body)),
    route(approveUser, ({ work, params, body }) => admitUser(work, params.userId, body)),
    route(declineUser, ({ work, params, body }) => rejectUser(work, params.userId, body)),
    route(disableUser, ({ work, params, body }) => blockUser(work, params.userId, body)),
    route(enableUser, ({ work, params, body }) => unblockUser(work, params.userId, body)),
    route(resetSecondFactor, ({ work, params }) => resetFactor(work, params.userId)),
    route(issuePasswordReset, ({ work, params }) => issueReset(settings, work, params.userId)),
    route(endUserSession, ({ work, params }) => endSessionOfUser(work, params.userId, params.sessionId)),
    route(endUserSessions, ({ work, params }) => endSessionsOfUser(work, params.userId)),
  ];
}
