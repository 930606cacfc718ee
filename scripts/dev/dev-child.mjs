import inspector from 'node:inspector';
import { pathToFileURL } from 'node:url';

/**
 * A development server before its start: it has loaded the packages, which take most of the time of a start and do not
 * change, and waits for the bundle.
 */
const packages = JSON.parse(process.argv[2] ?? '[]');
// A package that does not load fails again, and is reported, when the bundle imports it.
await Promise.allSettled(packages.map((name) => import(name)));
process.once('message', ({ file, isInspected }) => {
  if (isInspected) inspector.open(9229, '127.0.0.1');
  void import(pathToFileURL(file).href);
});
