import { ensureBrowser } from './shared/browser.mjs';
import { prepare } from './shared/prepare.mjs';
import { exitForHelp, refuseUnknownWords, runTool } from './shared/project.mjs';

exitForHelp(`npm run pictures

Draws the pictures of the README, docs/board.png and docs/doors.png, from a fresh demo.`);
refuseUnknownWords([]);
await prepare();
await ensureBrowser();
const { code } = await runTool('tsx/dist/cli.mjs', ['bench/screens/pictures.ts']);
process.exitCode = code;
