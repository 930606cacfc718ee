import { PageLink } from './page-link.tsx';

interface LogoProps {
  /** The wordmark is 102 × 36, the icon alone 40 × 40 (reference 9). */
  readonly isIcon?: boolean;
  readonly to?: string;
}

/** The product's mark; links to `/` by default. */
export function Logo({ isIcon = false, to = '/' }: LogoProps) {
  return (
    <PageLink to={to} className="logo" aria-label="문지기 Munjigi" data-testid="logo">
      {isIcon ? (
        <svg width="40" height="40" viewBox="0 0 40 40" aria-hidden="true">
          <Door />
        </svg>
      ) : (
        <svg width="102" height="36" viewBox="0 0 102 36" aria-hidden="true">
          <g transform="translate(0 2) scale(.8)">
            <Door />
          </g>
          <text
            x="38"
            y="25"
            fill="currentColor"
            fontSize="20"
            fontWeight="700"
            textLength="60"
            lengthAdjust="spacingAndGlyphs"
          >
            문지기
          </text>
        </svg>
      )}
    </PageLink>
  );
}

/** An open door with light behind it, on 40 × 40. */
function Door() {
  return (
    <>
      <rect x="5" y="2" width="30" height="36" rx="6" fill="var(--accent)" />
      <path d="M13 9h14v29H13z" fill="var(--on-accent)" opacity=".92" />
      <path d="M13 9l9 4v25h-9z" fill="var(--accent)" />
      <circle cx="19.3" cy="24" r="1.5" fill="var(--on-accent)" />
    </>
  );
}
