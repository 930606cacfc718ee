import { useQueryClient } from '@tanstack/react-query';
import { Component, useState, type ComponentType, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { isChunkFailure, reportFailure } from './failure-report.ts';
import { Icon } from './icon.tsx';

/** `screen`: all of the content. `section`: a card, a panel, a part of a screen. `control`: a button of the header. `background`: what runs unseen. */
type Place = 'screen' | 'section' | 'control' | 'background';

interface ErrorBoundaryProps {
  readonly place: Place;
  /** What failed, as the person calls it; the fallback and the report name it. */
  readonly name?: string;
  readonly children: ReactNode;
}

/** Keeps a rendering error, or code that does not load, inside: what is around it stays. Going to another address tries again. */
export function ErrorBoundary({ place, name, children }: ErrorBoundaryProps) {
  const { key } = useLocation();
  return <Boundary place={place} name={name} addressKey={key}>{children}</Boundary>;
}

interface BoundaryProps extends Omit<ErrorBoundaryProps, 'name'> {
  readonly name: string | undefined;
  readonly addressKey: string;
}
interface Failure {
  readonly id: string;
  readonly error: unknown;
}

class Boundary extends Component<BoundaryProps, { readonly failure: Failure | null }> {
  override state: { readonly failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    // `randomUUID` is there on HTTPS and loopback only.
    return { failure: { id: Math.random().toString(36).slice(2, 10).padEnd(8, '0'), error } };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    const { place, name } = this.props;
    reportFailure({ id: this.state.failure?.id ?? '', place, name, error, componentStack });
  }

  override componentDidUpdate({ addressKey }: BoundaryProps): void {
    if (addressKey !== this.props.addressKey && this.state.failure !== null) this.reset();
  }

  reset = (): void => this.setState({ failure: null });

  override render(): ReactNode {
    const { failure } = this.state;
    const { place, name, children } = this.props;
    return failure === null ? children : <FailureState {...failure} place={place} name={name} onReset={this.reset} />;
  }
}

interface FailureStateProps extends Failure {
  readonly place: Place;
  readonly name?: string | undefined;
  /** Shows again what failed; without it the page is loaded again. */
  readonly onReset?: () => void;
}

/** What stands where something failed: what it was, what stays, a way to try again, and an id for those who look into it. */
export function FailureState({ id, error, place, name, onReset }: FailureStateProps) {
  const { t } = useTranslation();
  const isChunk = isChunkFailure(error);
  const { isBusy, retry } = useRetry(isChunk ? undefined : onReset);
  const title = name === undefined ? t(`failure.${place}`) : t('failure.named', { name });
  const action = isChunk || onReset === undefined ? t('failure.reload') : t('retry');
  if (place === 'control') {
    const label = `${title} ${action} (${id})`;
    return <button type="button" className="icon-button failure-control" aria-label={label} title={label} aria-busy={isBusy} data-testid="failure" onClick={retry}><Icon name="warning" size={20} /></button>;
  }
  const Heading = place === 'screen' ? 'h1' : 'h2';
  return (
    <div className={`state-box failure-${place}`} role="alert" data-testid="failure">
      <span className="state-icon state-icon-danger"><Icon name="warning" size={28} /></span>
      <Heading>{title}</Heading>
      <p>{t(isChunk ? 'failure.chunk' : `failure.${place}Text`)}</p>
      <p className="state-detail">{t('failure.id', { id })}</p>
      <div className="button-row">
        <button type="button" className="button button-primary" aria-disabled={isBusy} aria-busy={isBusy} onClick={retry}>{action}</button>
        {place === 'screen' && <Link className="button" to="/dashboard">{t('goHome')}</Link>}
      </div>
    </div>
  );
}

/** Reads again what is on screen and forgets what is not, since a bad reply may be what failed; then shows it again. */
function useRetry(onReset: (() => void) | undefined): { isBusy: boolean; retry: () => void } {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const retry = () => {
    if (onReset === undefined) return location.reload();
    if (isBusy) return;
    setBusy(true);
    client.removeQueries({ type: 'inactive' });
    void client.refetchQueries({ type: 'active' }).finally(() => {
      setBusy(false);
      onReset();
    });
  };
  return { isBusy, retry };
}

/** A screen that keeps its errors to itself, so that the shell around it stays. */
export function containErrors(Screen: ComponentType): ComponentType {
  return function ContainedScreen() {
    return <ErrorBoundary place="screen"><Screen /></ErrorBoundary>;
  };
}
