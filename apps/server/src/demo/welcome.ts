import { DEMO_PASSWORD, WORLD } from './world.ts';

interface Welcome {
  readonly url: string;
  /** How a command is run, such as `munjigi`. */
  readonly command: string;
  readonly isDemo: boolean;
  /** Whether the server has an account that can sign in. */
  readonly hasAccounts: boolean;
  readonly isBrokerConnected: boolean;
  /** Duration of the start. */
  readonly seconds: number;
}

/** What a newcomer needs to know, for the console. */
export function welcomeLines({ url, command, isDemo, hasAccounts, isBrokerConnected, seconds }: Welcome): string[] {
  const lines = ['', `Munjigi is ready after ${seconds.toFixed(1)} s: ${url}`];
  if (!isBrokerConnected)
    lines.push(
      'The MQTT broker does not answer: doors and devices cannot be reached until it does. The log and /readyz say when it is back.',
    );
  if (isDemo) {
    lines.push('', 'Sign in with the password ' + DEMO_PASSWORD + ' as:');
    for (const product of WORLD) {
      for (const person of product.people) {
        const stores = person.stores.map((number) => product.stores[number]?.name).join(', ');
        lines.push(`  ${person.email.padEnd(18)} ${person.role}${stores ? ` of ${stores}` : ''} (${product.name})`);
      }
    }
  }
  if (!isDemo && !hasAccounts) {
    lines.push(
      '',
      'There is no account yet. Create the first administrator in a second terminal, with the same environment:',
      `  ${command} create-admin --email you@example.com --name "Your name" --product playroom --product-name "Your brand"`,
      'It asks for a password. Then sign in at the address above.',
    );
  }
  lines.push('', `API: ${url}/api/docs   End: Ctrl-C`, '');
  return lines;
}
