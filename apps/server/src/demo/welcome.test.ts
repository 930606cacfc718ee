import { expect, it } from 'vitest';
import { welcomeLines } from './welcome.ts';

const START = { url: 'http://127.0.0.1:4000', command: 'munjigi', seconds: 1.5, isBrokerConnected: true };

it('the welcome text prints the command for the first ADMIN only while there is no account and no demo (RN-3)', () => {
  const text = (isDemo: boolean, hasAccounts: boolean) => welcomeLines({ ...START, isDemo, hasAccounts }).join('\n');
  expect(text(false, false)).toContain('  munjigi create-admin --email');
  for (const other of [text(false, true), text(true, true)]) expect(other).not.toContain('create-admin');
  expect(text(true, true)).toContain('admin@demo.test');
  expect(text(false, true)).not.toContain('broker');
});

it('the welcome text says that doors cannot be reached while the broker is away', () => {
  const lines = welcomeLines({ ...START, isDemo: false, hasAccounts: true, isBrokerConnected: false });
  expect(lines.join('\n')).toContain('The MQTT broker does not answer');
});
