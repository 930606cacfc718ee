import {
  importChannelStatement,
  listChannelStatementLines,
  listChannelStatements,
  removeChannelStatement,
} from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { importStatement, listStatementLines, listStatements, removeStatement } from './channel-statements.ts';

export function channelStatementRoutes(): Route[] {
  return [
    route(listChannelStatements, ({ tx, query }) => listStatements(tx, query)),
    route(importChannelStatement, ({ work, query, upload }) => importStatement(work, query, upload)),
    route(listChannelStatementLines, ({ tx, params, query }) => listStatementLines(tx, params.statementId, query)),
    route(removeChannelStatement, ({ work, params }) => removeStatement(work, params.statementId)),
  ];
}
