import type {
  MessageAttempt,
  MessageChannel,
  MessageKind,
  MessageLanguage,
  MessageProvider,
  MessageState,
  MessageTemplate,
} from '@munjigi/contract';

/** Lists every value of a type; a missing one does not compile. */
type AllOf<Value extends string> = Readonly<Record<Value, true>>;

const KINDS: AllOf<MessageKind> = {
  HELD: true,
  PAYMENT_REMINDER: true,
  PAYMENT_LINK: true,
  SLOT_OFFERED: true,
  HOLD_EXPIRED: true,
  CONFIRMED: true,
  PAYMENT_RECEIVED: true,
  DAY_BEFORE: true,
  STARTS_SOON: true,
  CODE_ACTIVE: true,
  CODE_CHANGED: true,
  ACCESS_OPENS: true,
  ENDING_SOON: true,
  EXTENDED: true,
  MOVED: true,
  CHANGED: true,
  UNAVAILABLE: true,
  HELP_ANSWERED: true,
  CANCELLED: true,
  REFUNDED: true,
  RATING_INVITED: true,
};
const STATES: AllOf<MessageState> = {
  QUEUED: true,
  ACCEPTED: true,
  DELIVERED: true,
  FAILED: true,
  EXPIRED: true,
  WITHDRAWN: true,
};
type AlimtalkState = MessageTemplate['alimtalkState'];
const ALIMTALK: AllOf<AlimtalkState> = { NONE: true, REQUESTED: true, APPROVED: true, REJECTED: true };
const LANGUAGES: AllOf<MessageLanguage> = { ko: true, en: true };
const PROVIDERS: AllOf<MessageProvider> = { SOLAPI: true, SMTP: true };

/** In the order of a reservation's life. */
export const MESSAGE_KIND_CHOICES = Object.keys(KINDS) as readonly MessageKind[];
export const MESSAGE_STATE_CHOICES = Object.keys(STATES) as readonly MessageState[];
export const ALIMTALK_CHOICES = Object.keys(ALIMTALK) as readonly AlimtalkState[];
export const TEMPLATE_LANGUAGE_CHOICES = Object.keys(LANGUAGES) as readonly MessageLanguage[];
export const MESSAGE_PROVIDER_CHOICES = Object.keys(PROVIDERS) as readonly MessageProvider[];

export type AttemptState = MessageAttempt['state'];
/** The channel of a message; `null`: nothing was sent yet. */
export type ShownChannel = MessageChannel | null;
