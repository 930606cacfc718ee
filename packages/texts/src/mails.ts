import type { SameShape } from './fill-text.ts';

/** E-mails to people about their accounts. */

const ko = {
  INVITATION: {
    subject: '[{{product}}] 관리 화면 초대',
    body: `{{name}} 님,

{{by}} 님이 {{product}}의 관리 화면에 초대했습니다. 아래 링크에서 비밀번호를 정하면 로그인할 수 있습니다.

{{link}}

링크는 {{until}}까지 한 번만 쓸 수 있습니다.
초대받을 일이 없다면 이 메일은 무시하셔도 됩니다.`,
  },
  PASSWORD_RESET: {
    subject: '[{{product}}] 비밀번호 재설정 링크',
    requested: '비밀번호 재설정을 요청했습니다.',
    issued: '{{by}} 님이 비밀번호 재설정 링크를 발급했습니다.',
    body: `{{name}} 님,

{{cause}} 아래 링크에서 새 비밀번호를 정해 주세요.

{{link}}

링크는 {{until}}까지 한 번만 쓸 수 있습니다. 새 링크를 받으면 이전 링크는 쓸 수 없습니다.
재설정을 요청하지 않았다면 이 메일은 무시하셔도 됩니다. 비밀번호는 바뀌지 않습니다.`,
  },
  NEW_DEVICE: {
    subject: '[{{product}}] 새 기기에서 로그인',
    unknownBrowser: '알 수 없는 브라우저',
    body: `{{name}} 님,

최근 90일 동안 쓰지 않은 기기에서 로그인했습니다.

시각: {{at}}
기기: {{browser}}
주소: {{address}}

본인이 로그인했다면 아무것도 하지 않아도 됩니다.
본인이 아니라면 내 계정에서 바로 비밀번호를 바꾸고 다른 로그인을 모두 종료한 뒤 관리자에게 알려 주세요.`,
  },
} as const;

const en = {
  INVITATION: {
    subject: '[{{product}}] Invitation to the back office',
    body: `{{name}},

{{by}} has invited you to the back office of {{product}}. Set a password with this link, then sign in:

{{link}}

The link works once, until {{until}}.
If you did not expect this invitation, ignore this e-mail.`,
  },
  PASSWORD_RESET: {
    subject: '[{{product}}] Password reset link',
    requested: 'Someone requested a password reset for your account.',
    issued: '{{by}} sent you a password reset link.',
    body: `{{name}},

{{cause}} Set a new password with this link:

{{link}}

The link works once, until {{until}}. A newer link replaces it.
If you did not request this, ignore this e-mail. Your password stays the same.`,
  },
  NEW_DEVICE: {
    subject: '[{{product}}] Sign-in from a new device',
    unknownBrowser: 'unknown browser',
    body: `{{name}},

Someone signed in to your account from a device that you have not used in the last 90 days.

Time: {{at}}
Device: {{browser}}
Address: {{address}}

If this was you, you do not need to do anything.
If it was not, change your password under “My account” now, sign out all other devices, and inform an administrator.`,
  },
} as const satisfies SameShape<typeof ko>;

export const ACCOUNT_MAILS = { ko, en };
