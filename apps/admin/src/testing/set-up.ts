import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';

/** For every test file of the browser application, whether it renders a screen or a single component. */

// A condition that a busy machine meets late is met; one that never comes fails.
configure({ asyncUtilTimeout: 20_000 });

afterEach(cleanup);

/** React finishes its scheduled work, and parts that load late arrive, before the document is taken away. */
afterAll(() => new Promise<void>((resolve) => void setTimeout(resolve, 250)));
