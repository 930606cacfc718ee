import { createRoot } from 'react-dom/client';
import { keepPageOffline } from '../shared/offline-worker.ts';
import { DisplayApp } from './display-app.tsx';
import { keepScreenOn } from './display-care.ts';
import './display.css';
import { createLiveDisplay } from './live-display.ts';

/** Starts the page of the tablet at a door (DP-3). Its token is in the path. */
function startDisplay(): void {
  const container = document.getElementById('root');
  if (container === null) throw new Error('The document has no root');
  const token = location.pathname.split('/')[2] ?? '';
  createRoot(container).render(<DisplayApp live={createLiveDisplay(token)} reload={reloadPage} />);
  keepScreenOn();
  keepPageOffline('/d/');
}

function reloadPage(): void {
  location.reload();
}

startDisplay();
