import './setup-guide.css';
import type { StoreSetup } from '@munjigi/contract';
import { SETUP_STEPS, type SetupStep } from '@munjigi/contract/setup-values';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '../../session/auth.tsx';
import { Icon } from '../../ui/icon.tsx';
import { findShownSetups, isNewStore, type useSetup } from './overview.api.ts';
import { rememberGuide } from './setup-return.ts';
import { actionOfStep, findNextStep, STEP_PLACES } from './setup-steps.ts';

interface SetupGuideProps {
  readonly storeId: string | null;
  readonly hasStores: boolean;
  readonly setup: ReturnType<typeof useSetup>;
}

/** The steps that a store still needs before its first guest can enter; renders nothing when all are done. */
export function SetupGuide({ storeId, hasStores, setup }: SetupGuideProps) {
  const { t } = useTranslation('setup');
  const can = useCan();
  if (!hasStores) return can('stores:make') ? <NewChain /> : <p className="overview-note">{t('noStore')}</p>;
  if (setup.isError)
    return (
      <p className="overview-note" role="alert">
        {t('failed')}{' '}
        <button type="button" className="button" onClick={() => void setup.refetch()}>
          {t('common:retry')}
        </button>
      </p>
    );
  return (
    <>
      {findShownSetups(setup.data?.stores ?? [], storeId).map((store, index) => (
        <StoreGuide key={store.storeId} setup={store} isOpen={index === 0 && isNewStore(store)} />
      ))}
    </>
  );
}

/** For a chain without a store: all steps, with the first one to complete. */
function NewChain() {
  const { t } = useTranslation('setup');
  return (
    <section className="panel setup-guide" aria-labelledby="setup-new" data-testid="setup-guide">
      <h2 id="setup-new">{t('newTitle')}</h2>
      <p>{t('newText')}</p>
      <ol>
        {SETUP_STEPS.map((step) => (
          <Step
            key={step}
            step={step}
            state="OPEN"
            isNext={step === 'STORE'}
            storeId={null}
            to={step === 'STORE' ? '/dashboard/system/stores' : null}
          />
        ))}
      </ol>
    </section>
  );
}

function StoreGuide({ setup, isOpen }: { readonly setup: StoreSetup; readonly isOpen: boolean }) {
  const { t } = useTranslation('setup');
  const { storeId, storeName, steps } = setup;
  const done = steps.filter((step) => step.state === 'DONE').length;
  const next = findNextStep(setup)?.step;
  return (
    <details className="panel setup-guide" open={isOpen} data-testid="setup-guide" data-store={storeId}>
      <summary className="panel-summary">
        <h2>{t('title', { store: storeName })}</h2>
        <span>{t('progress', { done, total: steps.length })}</span>
      </summary>
      <ol>
        {steps.map(({ step, state }) => (
          <Step
            key={step}
            step={step}
            state={state}
            isNext={step === next}
            storeId={storeId}
            to={STEP_PLACES[step](storeId)}
          />
        ))}
      </ol>
    </details>
  );
}

interface StepProps {
  readonly step: SetupStep;
  readonly state: StoreSetup['steps'][number]['state'];
  readonly isNext: boolean;
  /** The store of the guide; `null`: the chain has none yet. */
  readonly storeId: string | null;
  /** `null`: the step needs a store first. */
  readonly to: string | null;
}

function Step({ step, state, isNext, storeId, to }: StepProps) {
  const { t } = useTranslation('setup');
  const isDone = state === 'DONE';
  const text = state === 'STARTED' ? t(`started.${step === 'STORE' ? 'STORE' : 'DOORS'}`) : t(`text.${step}`);
  return (
    <li data-step={step} data-state={state} aria-current={isNext ? 'step' : undefined}>
      <span className="setup-mark">
        <Icon name={isDone ? 'check' : 'chevron'} size={16} />
      </span>
      <span className="setup-words">
        <b>{t(`step.${step}`)}</b>
        {isDone ? <span>{t('done')}</span> : <span>{text}</span>}
        {step === 'PEOPLE' && !isDone && to !== null && <code>{`${window.location.origin}/auth/jwt/sign-up`}</code>}
      </span>
      {!isDone && to !== null && (
        <Link
          className={isNext ? 'button button-primary' : 'button'}
          to={to}
          onClick={() => rememberGuide({ step, storeId })}
        >
          {t(`action.${actionOfStep({ step, state })}`)}
        </Link>
      )}
    </li>
  );
}
