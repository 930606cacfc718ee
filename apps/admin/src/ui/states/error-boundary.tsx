import { Component, lazy, Suspense, type ComponentType, type ErrorInfo, type ReactNode } from 'react';
import { useLocation, useRouteError } from 'react-router';
import type { FailureReport } from './failure-report.ts';
import type { FailurePlace, FailureStateProps } from './failure-state.tsx';

interface ErrorBoundaryProps {
  readonly place: FailurePlace;
  /** The name of the failed part in the person's words; the fallback and the report contain it. */
  readonly name?: string;
  readonly children: ReactNode;
}

/**
 * Loads with the first failure, or earlier by `loadFailureState`. When even that fails, a plain button reloads the
 * page.
 */
const FailureState = lazy(async () => {
  try {
    return { default: (await loadFailureState()).FailureState };
  } catch {
    return { default: PlainFailure };
  }
});

/** Loads the failure state ahead, so that it is available without a network. */
export function loadFailureState() {
  return import('./failure-state.tsx');
}

function report(failure: FailureReport): void {
  loadFailureState().then(
    ({ reportFailure }) => reportFailure(failure),
    () => console.error('Screen failure', failure),
  );
}

function PlainFailure({ id }: FailureStateProps) {
  return (
    <button type="button" onClick={() => location.reload()}>
      ⟳ {id}
    </button>
  );
}

/** Contains a rendering error, or code that does not load: the surrounding parts stay. A navigation retries. */
export function ErrorBoundary({ place, name, children }: ErrorBoundaryProps) {
  const { key } = useLocation();
  return (
    <Boundary place={place} name={name} addressKey={key}>
      {children}
    </Boundary>
  );
}

interface BoundaryProps extends Omit<ErrorBoundaryProps, 'name'> {
  readonly name: string | undefined;
  readonly addressKey: string;
}
type Failure = Pick<FailureStateProps, 'id' | 'error'>;

class Boundary extends Component<BoundaryProps, { readonly failure: Failure | null }> {
  override state: { readonly failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    // `randomUUID` exists on HTTPS and loopback only.
    return { failure: { id: Math.random().toString(36).slice(2, 10).padEnd(8, '0'), error } };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    const { place, name } = this.props;
    report({ id: this.state.failure?.id ?? '', place, name, error, componentStack });
  }

  override componentDidUpdate({ addressKey }: BoundaryProps): void {
    if (addressKey !== this.props.addressKey && this.state.failure !== null) this.reset();
  }

  reset = (): void => this.setState({ failure: null });

  override render(): ReactNode {
    const { failure } = this.state;
    const { place, name, children } = this.props;
    if (failure === null) return children;
    return (
      <Suspense fallback={null}>
        <FailureState {...failure} place={place} name={name} onReset={this.reset} />
      </Suspense>
    );
  }
}

/** A screen that contains its errors, so that the shell around it stays. */
export function containErrors(Screen: ComponentType): ComponentType {
  return function ContainedScreen() {
    return (
      <ErrorBoundary place="screen">
        <Screen />
      </ErrorBoundary>
    );
  };
}

/** Shown for a screen whose code did not load: the shell around it stays. */
export function ScreenFailure() {
  return (
    <ErrorBoundary place="screen">
      <RouteError />
    </ErrorBoundary>
  );
}

function RouteError(): never {
  throw useRouteError();
}
