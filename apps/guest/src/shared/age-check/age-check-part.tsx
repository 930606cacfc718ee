import type { AgeBasis } from '@munjigi/contract';
import type { GuestLanguage } from '../guest-language.ts';
import { AGE_TEXTS, type AgeText } from './age-texts.ts';
import { useIdentityCheck, type AgeRequests, type IdentityCheck } from './use-identity-check.ts';

export interface AgeCheckProps {
  readonly basis: AgeBasis;
  /** The level of the title in the page around it. */
  readonly Heading: 'h2' | 'h3';
  readonly language: GuestLanguage;
  /** Whether the guest can do the identity check; otherwise only a document. */
  readonly canCheckIdentity: boolean;
  /** The guest has asked the staff already. */
  readonly isAsked: boolean;
  readonly requests: AgeRequests;
  readonly onPassed: () => void;
  /** The guest cannot do the check and asks the staff to look at a document (AG-9). */
  readonly onAskForDocument: () => void;
  /** Empty: the store has none. */
  readonly storePhone: string;
}

/** The check of a guest: in the window of the provider, or by a document that staff see (AG-5, AG-9). */
export function AgeCheckPart({ requests, onPassed, ...props }: AgeCheckProps) {
  const text = AGE_TEXTS[props.language];
  const check = useIdentityCheck(requests, onPassed);
  const { basis, Heading, canCheckIdentity, storePhone } = props;
  const isOver = check.fault === 'age.REFUSED' || check.fault === 'age.limited';
  return (
    <section className="card" aria-labelledby="age-title" data-testid="age-check">
      <Heading id="age-title">{text('age.title')}</Heading>
      <p>{text(`age.about.${basis}`)}</p>
      {canCheckIdentity && !isOver && <IdentityPart check={check} text={text} />}
      <p role="status" className="good">
        {check.state === 'PASSED' && text('age.passed')}
      </p>
      {check.fault !== null && (
        <p role="alert" className="bad" data-testid="age-fault">
          {text(check.fault)}
        </p>
      )}
      {check.state !== 'PASSED' && check.fault !== 'age.REFUSED' && <DocumentPart {...props} text={text} />}
      {storePhone !== '' && (isOver || props.isAsked) && (
        <a className="button" href={`tel:${storePhone.replace(/[^\d+]/g, '')}`}>
          {text('age.call')} <span className="nowrap">{storePhone}</span>
        </a>
      )}
    </section>
  );
}

function IdentityPart({ check, text }: { readonly check: IdentityCheck; readonly text: AgeText }) {
  const { state, address, begin } = check;
  if (state === 'PASSED') return null;
  if (state === 'WAITING')
    return (
      <>
        <p role="status">{text('age.open')}</p>
        <p>
          <a className="button" href={address ?? ''} target="_blank" rel="noreferrer">
            {text('age.window')}
          </a>
        </p>
        <button type="button" className="button small" onClick={begin}>
          {text('age.again')}
        </button>
      </>
    );
  return (
    <>
      <p className="quiet">{text('age.kept')}</p>
      <button type="button" className="button big" aria-disabled={state === 'STARTING'} onClick={begin}>
        {text(state === 'STARTING' ? 'age.checking' : 'age.check')}
      </button>
    </>
  );
}

type DocumentProps = Pick<AgeCheckProps, 'isAsked' | 'onAskForDocument'> & { readonly text: AgeText };

function DocumentPart({ isAsked, onAskForDocument, text }: DocumentProps) {
  if (isAsked)
    return (
      <p role="status" className="waiting">
        {text('age.asked')}
      </p>
    );
  return (
    <>
      <p className="quiet">{text('age.document.about')}</p>
      <button type="button" className="button" onClick={onAskForDocument}>
        {text('age.document')}
      </button>
    </>
  );
}
