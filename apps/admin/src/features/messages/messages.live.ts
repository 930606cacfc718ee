import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';

export const messageLive: LiveHandlers = {
  queries: ['messages', 'message', 'reservation-messages', 'message-opt-outs'],
  // A message has its place in filtered lists, and its detail has attempts that the event does not contain.
  'message.changed': ({ id, reservationId }, target) => {
    rereadNamed(target, 'messages');
    rereadNamed(target, 'message', id);
    rereadNamed(target, 'reservation-messages', reservationId);
    // A refused message is withdrawn.
    rereadNamed(target, 'message-opt-outs', reservationId);
  },
  // A guest refuses kinds of messages by a change of their reservation.
  'reservation.changed': ({ id }, target) => rereadNamed(target, 'message-opt-outs', id),
};
