import type { GuestCode } from '@munjigi/contract';
import { useStay, useServerNow } from './guest-context.ts';
import { GuestCard } from './parts.tsx';

/** The code of each door with a keypad, with what it is worth now. */
export function CodeCard() {
  const { page, text } = useStay();
  if (page.codes.length === 0) return null;
  const hasDigits = page.codes.some(({ code }) => code !== null);
  return (
    <GuestCard title={text('code.title')} testId="codes">
      <ul className="plain">
        {page.codes.map((code) => (
          <CodeOfDoor key={code.doorId} code={code} />
        ))}
      </ul>
      {hasDigits && <p className="quiet">{text('code.press')}</p>}
    </GuestCard>
  );
}

function CodeOfDoor({ code: { doorName, state, code, opensAt, closesAt } }: { readonly code: GuestCode }) {
  const { text, format, live } = useStay();
  const now = useServerNow(live);
  // Without a connection the last reply may be older than the end of the window.
  const present = now >= Date.parse(closesAt) ? 'ENDED' : state;
  const isUsable = present === 'ACTIVE' || present === 'SPARE';
  return (
    <li className="code" data-testid="code">
      <span className="code-door">{doorName}</span>
      {isUsable && code !== null && (
        <strong className="digits">
          <span aria-hidden="true">{`${code.slice(0, 3)} ${code.slice(3)}`}</span>
          <span className="offscreen">{code.split('').join(' ')}</span>
        </strong>
      )}
      <span className={isUsable ? 'code-state usable' : 'code-state'}>
        {text(`code.${present}`, { from: format.moment(opensAt, now) })}
        {isUsable && ` · ${text('code.until', { until: format.moment(closesAt, now) })}`}
      </span>
    </li>
  );
}
