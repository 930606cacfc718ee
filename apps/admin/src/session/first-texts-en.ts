import navbar from '../locales/en/navbar.json' with { type: 'json' };
import notifications from '../locales/en/notifications.json' with { type: 'json' };
import overview from '../locales/en/overview.json' with { type: 'json' };
import readiness from '../locales/en/readiness.json' with { type: 'json' };
import roomStates from '../locales/en/room-states.json' with { type: 'json' };
import settings from '../locales/en/settings.json' with { type: 'json' };

/** The texts of the first screen behind sign-in in one file: each further file costs a request. */
export const texts: Readonly<Record<string, Record<string, unknown>>> = {
  navbar,
  notifications,
  overview,
  readiness,
  'room-states': roomStates,
  settings,
};
