import { DEMO_PASSWORD, WORLD } from './world.ts';

/** What a newcomer needs to know, on the console. */
export function printWelcome({ url, isDemo, seconds }: { url: string; isDemo: boolean; seconds: number }): void {
  const lines = ['', `Munjigi is ready after ${seconds.toFixed(1)} s: ${url}`];
  if (isDemo) {
    lines.push('', 'Sign in with the password ' + DEMO_PASSWORD + ' as:');
    for (const product of WORLD) {
      for (const person of product.people) {
        const stores = person.stores.map((number) => product.stores[number]?.name).join(', ');
        lines.push(`  ${person.email.padEnd(18)} ${person.role}${stores ? ` of ${stores}` : ''} (${product.name})`);
      }
    }
  }
  lines.push('', `API: ${url}/api/docs   End: Ctrl-C`, '');
  console.log(lines.join('\n'));
}
