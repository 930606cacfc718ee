import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useDocumentKeys } from '../../ui/use-document-keys.ts';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));

/** Opens the command palette, as Ctrl+K and Cmd+K do on every screen (SH-5). Its code loads when it first opens. */
export function PaletteButton() {
  const { t } = useTranslation('navbar');
  const [isOpen, setOpen] = useState(false);
  useDocumentKeys((event) => {
    if (
      event.key.toLowerCase() !== 'k' ||
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.shiftKey ||
      event.repeat
    )
      return;
    event.preventDefault(); // Some browsers start a web search with this key.
    setOpen((was) => !was);
  });
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t('palette')}
        title={`${t('palette')} (Ctrl+K)`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        data-testid="palette-button"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" size={22} />
      </button>
      {isOpen && (
        <ErrorBoundary place="control">
          <Suspense fallback={null}>
            <CommandPalette onClose={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
