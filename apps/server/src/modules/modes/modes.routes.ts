import {
  applyMode,
  createMode,
  deleteMode,
  editMode,
  listModeRuns,
  listModes,
  retryModeRun,
  undoModeRun,
} from '@munjigi/contract';
import { route, routeInSteps, type Route } from '../../http/index.ts';
import { startModeRun, repeatModeRun } from './apply.ts';
import { addMode, changeMode, discardMode } from './modes.ts';
import { findModes } from './modes.sql.ts';
import { findRuns } from './runs.sql.ts';
import type { RunDeps } from './start-run.ts';
import { undoRun } from './undo-run.ts';

export function modeRoutes(deps: RunDeps): Route[] {
  return [
    route(listModes, ({ tx, query }) => findModes(tx, query)),
    route(createMode, ({ work, body }) => addMode(work, body)),
    route(editMode, ({ work, params, body }) => changeMode(work, params.modeId, body)),
    route(deleteMode, ({ work, params }) => discardMode(work, params.modeId)),
    routeInSteps(applyMode, (request) => startModeRun(deps, request)),
    route(listModeRuns, ({ tx, query }) => findRuns(tx, query)),
    routeInSteps(retryModeRun, ({ actor, params }) => repeatModeRun(deps, actor, params.runId)),
    routeInSteps(undoModeRun, ({ actor, params, requestKey }) =>
      undoRun(deps, { actor, runId: params.runId, requestKey }),
    ),
  ];
}
