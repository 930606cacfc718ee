import './receipt.css';

/** Shows the button that prints, in browsers that can. The page works without it. */
function offerPrinting(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-print]');
  // Web views inside other apps have no printer.
  if (button === null || typeof window.print !== 'function') return;
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}

offerPrinting();
