import './setup-guide.css';
import type { StoreSetup } from '@munjigi/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { forgetGuide, guideStep, rememberGuide, type GuidedStep } from './setup-return.ts';
import { useSetup } from './overview.api.ts';
import { actionOfStep, findNextStep, STEP_PLACES } from './setup-steps.ts';

/**
 * Shown on the screen of a step: the task of the step, and the way back to the guide. When the step is done, by this person
 * or by a colleague, it leads to the next one; after the last one it ends (OV-11).
 */
export function SetupReturnBar() {
  const [guided, setGuided] = useState(guideStep);
  if (guided === null || !Object.hasOwn(STEP_PLACES, guided.step)) return null;
  // Two steps can be on one screen, so the bar follows the step and not only the address.
  return (
    <GuideBar
      key={guided.step}
      guided={guided}
      onNext={(next) => {
        rememberGuide(next);
        setGuided(next);
      }}
    />
  );
}

const REFETCH_MS = 5_000;

interface GuideBarProps {
  readonly guided: GuidedStep;
  readonly onNext: (next: GuidedStep) => void;
}

function GuideBar({ guided: { step, storeId }, onNext }: GuideBarProps) {
  const { t } = useTranslation('setup');
  const { data } = useSetup(storeId, { refetchEveryMs: REFETCH_MS });
  // The first store of a chain is known once it exists.
  const setup = data?.stores.at(-1);
  // A store whose steps are all done is left out; a chain without a store has none.
  const isFinished = data !== undefined && setup === undefined && storeId !== null;
  const isDone = isFinished || setup?.steps.some((row) => row.step === step && row.state === 'DONE') === true;
  const isStarted = setup?.steps.some((row) => row.step === step && row.state === 'STARTED') === true;
  const home = setup?.storeId ?? storeId;
  useEffect(() => {
    if (isFinished) forgetGuide();
  }, [isFinished]);
  return (
    <section
      className="setup-return"
      aria-label={t(`step.${step}`)}
      data-testid="setup-return"
      data-done={isDone || undefined}
    >
      <span role="status">
        {isDone && <Icon name="check" size={16} />}
        <b>{t(`step.${step}`)}</b>{' '}
        {isFinished
          ? t('finished')
          : isDone
            ? t('stepDone')
            : isStarted && step === 'DOORS'
              ? t('started.DOORS')
              : t(`here.${step}`)}
      </span>
      <span className="setup-ways">
        <Link className="button" to={home === null ? '/dashboard' : `/dashboard?store=${home}`} onClick={forgetGuide}>
          {t('back')}
        </Link>
        {isDone && setup !== undefined && <NextStep setup={setup} after={step} onNext={onNext} />}
      </span>
    </section>
  );
}

interface NextStepProps extends Pick<GuideBarProps, 'onNext'> {
  readonly setup: StoreSetup;
  readonly after: GuidedStep['step'];
}

function NextStep({ setup, after, onNext }: NextStepProps) {
  const { t } = useTranslation('setup');
  const next = findNextStep(setup, after);
  if (next === undefined) return null;
  return (
    <Link
      className="button button-primary"
      to={STEP_PLACES[next.step](setup.storeId)}
      onClick={() => onNext({ step: next.step, storeId: setup.storeId })}
    >
      {t('next', { action: t(`action.${actionOfStep(next)}`) })}
      <Icon name="chevron" size={16} />
    </Link>
  );
}
