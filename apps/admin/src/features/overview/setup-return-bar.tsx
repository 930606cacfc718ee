import './setup-guide.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { forgetGuide, guideStep } from './setup-return.ts';

/** Shown on the screen of a step: the task of the step, and the link back to the guide. */
export function SetupReturnBar() {
  const { t } = useTranslation('setup');
  const step = guideStep();
  if (step === null) return null;
  return (
    <section className="setup-return" aria-label={t(`step.${step}`)} data-testid="setup-return">
      <span>
        <b>{t(`step.${step}`)}</b> {t(`here.${step}`)}
      </span>
      <Link className="button" to="/dashboard" onClick={forgetGuide}>
        <Icon name="check" size={16} />
        {t('back')}
      </Link>
    </section>
  );
}
