import navbar from '../locales/kr/navbar.json' with { type: 'json' };
import notifications from '../locales/kr/notifications.json' with { type: 'json' };
import overview from '../locales/kr/overview.json' with { type: 'json' };
import readiness from '../locales/kr/readiness.json' with { type: 'json' };
import roomStates from '../locales/kr/room-states.json' with { type: 'json' };
import settings from '../locales/kr/settings.json' with { type: 'json' };

/** The texts of the first screen behind sign-in in one file: each further file costs a request. */
export const texts: Readonly<Record<string, Record<string, unknown>>> = {
  navbar,
  notifications,
  overview,
  readiness,
  'room-states': roomStates,
  settings,
};
