import type { PublishedPolicy } from '@munjigi/contract';
import type { GuestLanguage } from '../shared/guest-language.ts';
import { ChainFrame } from './chain-page.tsx';
import { CHAIN_TEXTS, type ChainText } from './chain-texts.ts';

interface PolicyPageProps {
  readonly policy: PublishedPolicy;
  readonly language: GuestLanguage;
}

/** The privacy policy of a chain with its earlier versions (SE-3). */
export function PolicyPage({ policy, language }: PolicyPageProps) {
  const text = CHAIN_TEXTS[language];
  const path = `/b/${encodeURIComponent(policy.product.slug)}`;
  const isEnglish = language === 'en' && policy.bodyEn !== '';
  const lines = fillPolicy(isEnglish ? policy.bodyEn : policy.body, policy, CHAIN_TEXTS[isEnglish ? 'en' : 'kr']);
  const isLatest = policy.versions[0]?.version === policy.version;
  const other = language === 'kr' ? 'en' : 'kr';
  const ofVersion = isLatest ? '' : `&version=${policy.version}`;
  return (
    <ChainFrame
      language={language}
      name={policy.product.name}
      otherLanguagePath={`${path}/privacy?lng=${other}${ofVersion}`}
    >
      <h1>{text('policy.title')}</h1>
      <p className="quiet">{text('policy.inForce', { date: policy.effectiveOn })}</p>
      {!isLatest && (
        <p className="bar">
          {text('policy.notLatest')} <a href={`${path}/privacy?lng=${language}`}>{text('policy.latest')}</a>
        </p>
      )}
      {language === 'en' && !isEnglish && <p className="quiet">{text('policy.koreanOnly')}</p>}
      <article className="card policy" lang={isEnglish ? 'en' : 'ko'}>
        {lines.map(({ id, kind, text: words }) =>
          kind === 'heading' ? <h2 key={id}>{words}</h2> : <p key={id}>{words}</p>,
        )}
      </article>
      <Versions {...{ policy, language, text, path }} />
      <p>
        <a href={`${path}?lng=${language}`}>{text('policy.back')}</a>
      </p>
    </ChainFrame>
  );
}

interface VersionsProps extends PolicyPageProps {
  readonly text: ChainText;
  readonly path: string;
}

function Versions({ policy, language, text, path }: VersionsProps) {
  const others = policy.versions.slice(1);
  if (others.length === 0) return null;
  return (
    <details className="card">
      <summary>{text('policy.other')}</summary>
      <ul>
        {others.map(({ version, effectiveOn }) => (
          <li key={version}>
            <a href={`${path}/privacy?lng=${language}&version=${version}`}>
              {text('policy.inForce', { date: effectiveOn })}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface PolicyPart {
  /** Its place in the policy. */
  readonly id: number;
  readonly kind: 'heading' | 'lines';
  readonly text: string;
}

/** Fills the variables of a policy and divides it into headings and paragraphs. */
export function fillPolicy(body: string, policy: PublishedPolicy, text: ChainText): PolicyPart[] {
  const processors = policy.processors.map(({ name, task, country }) =>
    country === ''
      ? text('policy.processor', { name, task })
      : text('policy.processor.abroad', { name, task, country }),
  );
  const values: Readonly<Record<string, string>> = {
    chain: policy.chainName,
    months: String(policy.keptMonths),
    officerName: policy.officerName,
    officerContact: policy.officerContact,
    effectiveOn: policy.effectiveOn,
    processors:
      processors.length === 0 ? text('policy.processors.none') : processors.map((line) => `- ${line}`).join('\n'),
  };
  const filled = body.replace(/\{\{(\w+)\}\}/g, (mark, name: string) => values[name] ?? mark);
  const parts = filled.split(/\n(?=# )|\n{2,}/).flatMap((block): Omit<PolicyPart, 'id'>[] => {
    const [first = '', ...rest] = block.trim().split('\n');
    if (first === '') return [];
    if (!first.startsWith('# ')) return [{ kind: 'lines', text: [first, ...rest].join('\n') }];
    const heading = { kind: 'heading', text: first.slice(2).trim() } as const;
    return rest.length === 0 ? [heading] : [heading, { kind: 'lines', text: rest.join('\n') }];
  });
  return parts.map((part, id) => ({ id, ...part }));
}
