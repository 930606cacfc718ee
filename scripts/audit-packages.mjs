import { exitForHelp, refuseUnknownWords, run, say } from './shared/project.mjs';

/**
 * Lists known vulnerabilities of the packages that the product runs with: `npm run audit`. It needs a registry that
 * answers the audit endpoint, so it is a separate command: installation and tests work offline and report no
 * vulnerabilities.
 */
exitForHelp(`npm run audit

Asks the registry for known vulnerabilities of the packages that the product runs with.
Exit codes: 0 none; 1 some, listed; 2 the registry did not answer.`);
refuseUnknownWords([]);
const { output } = await run('npm', ['audit', '--omit=dev', '--json'], { capture: true, timeoutMs: 120_000 });
const report = parseReport(output);
const counts = report?.metadata?.vulnerabilities;
if (!counts) {
  const reason = report?.message ?? report?.error?.summary ?? output.trim().split('\n').at(-1) ?? '';
  console.error(`The registry did not answer the audit: ${reason}`);
  console.error(
    'Nothing is known about vulnerabilities. Run it where the registry answers POST /-/npm/v1/security/advisories/bulk (registry.npmjs.org does), or set another one: npm config set registry https://…',
  );
  process.exitCode = 2;
} else if (counts.total > 0) {
  for (const { name, severity, range, fixAvailable } of Object.values(report.vulnerabilities)) {
    console.error(`${severity}: ${name} ${range}${fixAvailable ? ', fixed in a later version' : ''}`);
  }
  say(`${counts.total} vulnerable packages. Raise their versions (npm install --save-exact), and run npm test`);
  process.exitCode = 1;
} else {
  say('No known vulnerability in the packages that the product runs with');
}

/** npm prints warnings before the report. */
function parseReport(text) {
  const start = text.indexOf('\n{') >= 0 ? text.indexOf('\n{') + 1 : text.indexOf('{');
  try {
    return JSON.parse(text.slice(start, text.lastIndexOf('}') + 1));
  } catch {
    return null; // There is no report; the caller says so.
  }
}
