import {
  getMessage,
  getMessageSender,
  listDemoInbox,
  listMessageProviders,
  listMessages,
  listMessageTemplates,
  listTemplateVersions,
  previewMessageTemplate,
  receiveMessageReports,
  resendMessage,
  sendTestMessage,
  setMessageProvider,
  setMessageSender,
  setMessageTemplate,
} from '@munjigi/contract';
import { route, routeForAnybody, routeInSteps, type Route } from '../../http/index.ts';
import { listInbox, type DemoInbox } from './demo-inbox.ts';
import { findMessages, readMessage, sendMessageAgain } from './message-log.ts';
import { receiveReports } from './message-reports.ts';
import type { MessageProviderAccess } from './message-providers.ts';
import { changeProvider, listMessageSettings } from './provider-settings.ts';
import { changeSender, readSender } from './senders.ts';
import { changeTemplate, listTemplates, listVersions, previewTemplate, templateKeyOf } from './templates.ts';
import { sendTest } from './test-message.ts';

interface Deps {
  readonly access: MessageProviderAccess;
  readonly inbox: DemoInbox;
}

export function messageRoutes({ access, inbox }: Deps): Route[] {
  return [
    route(listMessageProviders, ({ tx, actor }) => listMessageSettings(tx, access, actor)),
    route(setMessageProvider, ({ work, body }) => changeProvider(access, work, body)),
    route(getMessageSender, ({ tx, params }) => readSender(tx, params.storeId)),
    route(setMessageSender, ({ work, params, body }) => changeSender(work, params.storeId, body)),
    route(listMessageTemplates, ({ tx }) => listTemplates(tx)),
    route(listTemplateVersions, ({ tx, params }) => listVersions(tx, templateKeyOf(params))),
    route(setMessageTemplate, ({ work, params, body }) => changeTemplate(work, templateKeyOf(params), body)),
    route(previewMessageTemplate, async ({ params, body }) => previewTemplate(templateKeyOf(params), body)),
    routeInSteps(sendTestMessage, ({ actor, params, body }) =>
      sendTest(access, { actor, key: templateKeyOf(params), to: body.to }),
    ),
    route(listMessages, ({ tx, query }) => findMessages(tx, query)),
    route(getMessage, ({ tx, params }) => readMessage(tx, params.messageId)),
    route(resendMessage, ({ work, params }) => sendMessageAgain(work, params.messageId)),
    route(listDemoInbox, async ({ actor }) => listInbox(inbox, actor.productSlug)),
    routeForAnybody(receiveMessageReports, ({ params, body }) => receiveReports(access, { ...params, body })),
  ];
}
