import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '../../states/error-boundary.tsx';
import { Icon } from '../../icon.tsx';
import type { DatePickerProps } from './date-picker.tsx';

/** The calendar and its library load when a picker opens for the first time. */
const DatePicker = lazy(async () => ({ default: (await import('./date-picker.tsx')).DatePicker }));

type DatePickerButtonProps = Omit<DatePickerProps, 'anchor' | 'onClose'> & { readonly isDisabled?: boolean };

/** The button at the end of a date field that opens the calendar; it gets the focus back afterwards. */
export function DatePickerButton({ isDisabled = false, ...picker }: DatePickerButtonProps) {
  const { t } = useTranslation('form');
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label={t('date.open')}
        title={t('date.open')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        disabled={isDisabled}
        style={{ width: 32, height: 32 }}
        onClick={() => setAnchor(button.current)}
      >
        <Icon name="reservation" size={18} />
      </button>
      {anchor !== null && (
        <ErrorBoundary place="control" name={picker.label}>
          <Suspense fallback={null}>
            <DatePicker {...picker} anchor={anchor} onClose={() => setAnchor(null)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
