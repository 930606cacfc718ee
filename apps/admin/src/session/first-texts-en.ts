import navbar from '../locales/navbar/en.json' with { type: 'json' };
import notifications from '../locales/notifications/en.json' with { type: 'json' };
import overview from '../locales/overview/en.json' with { type: 'json' };
import readiness from '../locales/readiness/en.json' with { type: 'json' };
import roomStates from '../locales/room-states/en.json' with { type: 'json' };
import settings from '../locales/settings/en.json' with { type: 'json' };

/** The texts of the first screen behind sign-in in one file: each further file costs a request. */
export const texts: Readonly<Record<string, Record<string, unknown>>> = {
  navbar,
  notifications,
  overview,
  readiness,
  'room-states': roomStates,
  settings,
};
