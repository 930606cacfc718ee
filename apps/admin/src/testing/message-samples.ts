import type {
  getMessage,
  Message,
  MessageOptOuts,
  MessageTemplate,
  previewChangeMessage,
  RefusableKind,
  ReplyOf,
} from '@munjigi/contract';
import { STORES } from './render-screen.tsx';
import { sampleId } from './samples.ts';

export function sampleMessage(over: Partial<Message> = {}): Message {
  return {
    id: sampleId(60),
    storeId: STORES[0].id,
    storeName: STORES[0].name,
    reservationId: sampleId(50),
    reservationCode: 'K7QX-29M4',
    kind: 'CODE_ACTIVE',
    language: 'ko',
    guestName: '홍*동',
    recipient: '010-****-5678',
    state: 'DELIVERED',
    channel: 'SMS',
    error: null,
    resendOf: null,
    queuedAt: '2026-11-21T02:00:00.000Z',
    sendAt: '2026-11-21T02:00:00.000Z',
    expiresAt: '2026-11-21T05:00:00.000Z',
    endedAt: '2026-11-21T02:00:09.000Z',
    ...over,
  };
}

/** The message with its text, and the attempts: a rejected alimtalk and the SMS in its place. */
export function sampleMessageDetail(over: Partial<ReplyOf<typeof getMessage>> = {}): ReplyOf<typeof getMessage> {
  return {
    ...sampleMessage(),
    subject: '출입 코드',
    body: '홍길동님, 출입 코드는 ****입니다.',
    attempts: [
      {
        channel: 'ALIMTALK',
        provider: 'SOLAPI',
        state: 'FAILED',
        providerMessageId: 'M4V1',
        cost: 0,
        error: '카카오톡 미사용자',
        startedAt: '2026-11-21T02:00:01.000Z',
        acceptedAt: '2026-11-21T02:00:02.000Z',
        reportedAt: '2026-11-21T02:00:03.000Z',
      },
      {
        channel: 'SMS',
        provider: 'SOLAPI',
        state: 'DELIVERED',
        providerMessageId: 'M4V2',
        cost: 18,
        error: null,
        startedAt: '2026-11-21T02:00:04.000Z',
        acceptedAt: '2026-11-21T02:00:05.000Z',
        reportedAt: '2026-11-21T02:00:09.000Z',
      },
    ],
    ...over,
  };
}

export function sampleTemplate(over: Partial<MessageTemplate> = {}): MessageTemplate {
  return {
    kind: 'CODE_ACTIVE',
    language: 'ko',
    isEnabled: true,
    subject: '출입 코드 안내',
    body: '{{guestName}}님, 출입 코드는 {{accessCode}}입니다.',
    alimtalkCode: '',
    alimtalkState: 'NONE',
    version: 2,
    changedAt: '2026-11-20T02:00:00.000Z',
    changedBy: '김지은',
    ...over,
  };
}

/** What the guest of a reservation refuses, as the guest decided. */
export function sampleOptOuts(refused: readonly RefusableKind[] = []): MessageOptOuts {
  const kinds = [
    'PAYMENT_REMINDER',
    'SLOT_OFFERED',
    'DAY_BEFORE',
    'STARTS_SOON',
    'ACCESS_OPENS',
    'ENDING_SOON',
    'RATING_INVITED',
  ] as const;
  return {
    reservationId: sampleId(50),
    storeId: STORES[0].id,
    isPossible: true,
    items: kinds.map((kind) => {
      const isRefused = refused.includes(kind);
      return {
        kind,
        isRefused,
        decidedAt: isRefused ? '2026-11-21T03:00:00.000Z' : null,
        decidedBy: isRefused ? 'GUEST' : null,
      };
    }),
  };
}

/** The message of an act, before it is made. */
export function sampleChangeMessage(
  over: Partial<ReplyOf<typeof previewChangeMessage>> = {},
): ReplyOf<typeof previewChangeMessage> {
  return {
    kind: 'PAYMENT_RECEIVED',
    obstacle: null,
    messageCount: 1,
    recipient: '010-****-5678',
    language: 'ko',
    sendAt: null,
    subject: '결제가 확인되었습니다',
    body: '[강남점] 홍*동님, 결제가 확인되었습니다.',
    ...over,
  };
}
