import {
  changeGuestContact,
  copyPaymentLink,
  getGuestContact,
  getMessage,
  getMessageOptOuts,
  getMessageSender,
  getPaymentLink,
  getReminderSettings,
  listDemoInbox,
  listMessageProviders,
  listMessages,
  listMessageTemplates,
  listTemplateVersions,
  previewChangeMessage,
  previewMessageTemplate,
  receiveMessageReports,
  resendMessage,
  sendPaymentLink,
  sendTestMessage,
  setMessageOptOut,
  setMessageProvider,
  setMessageSender,
  setMessageTemplate,
  setReminderSettings,
} from '@munjigi/contract';
import { route, routePublic, routeInSteps, type Route } from '../../http/index.ts';
import type { GuestLinks } from '../guest-access/index.ts';
import { composeChangePreview } from './change-preview.ts';
import { listInbox, type DemoInbox } from './demo-inbox.ts';
import { changeContactOfGuest, readContactOfGuest } from './guest-contact.ts';
import { findMessages, readMessage, sendMessageAgain } from './message-log.ts';
import { readOptOuts, setOptOut } from './outbox/message-opt-outs.ts';
import { createReportReceiver, type ReportDeps } from './outbox/message-reports.ts';
import { composeCopiedLink, queuePaymentLink, readPaymentLink, type PaymentLinkDeps } from './payment-link.ts';
import { changeProvider, listMessageSettings } from './providers/provider-settings.ts';
import { changeReminders, readReminders } from './outbox/reminders.ts';
import { changeSender, readSender } from './outbox/senders.ts';
import { changeTemplate, listTemplates, listVersions, previewTemplate, templateKeyOf } from './templates/templates.ts';
import { sendTest } from './test-message.ts';

interface Deps extends ReportDeps {
  readonly links: GuestLinks;
  readonly inbox: DemoInbox;
  readonly payments: Pick<PaymentLinkDeps, 'db' | 'clock' | 'providers'>;
}

export function messageRoutes({ access, links, inbox, payments, ...limits }: Deps): Route[] {
  const receiveReports = createReportReceiver({ access, ...limits });
  return [
    route(listMessageProviders, ({ tx, actor }) => listMessageSettings(tx, { access, links }, actor)),
    route(setMessageProvider, ({ work, body }) => changeProvider(access, work, body)),
    route(getMessageSender, ({ tx, params }) => readSender(tx, params.storeId)),
    route(setMessageSender, ({ work, params, body }) => changeSender(work, params.storeId, body)),
    route(getReminderSettings, ({ tx, params }) => readReminders(tx, params.storeId)),
    route(setReminderSettings, ({ work, params, body }) => changeReminders(work, params.storeId, body)),
    route(listMessageTemplates, ({ tx }) => listTemplates(tx)),
    route(listTemplateVersions, ({ tx, params }) => listVersions(tx, templateKeyOf(params))),
    route(setMessageTemplate, ({ work, params, body }) => changeTemplate(work, templateKeyOf(params), body)),
    route(previewMessageTemplate, async ({ params, body }) =>
      previewTemplate(templateKeyOf(params), body, links.origin),
    ),
    routeInSteps(sendTestMessage, ({ actor, params, body }) =>
      sendTest(access, { actor, key: templateKeyOf(params), to: body.to, linkOrigin: links.origin }),
    ),
    route(listMessages, ({ tx, query }) => findMessages(tx, query)),
    route(getMessage, ({ tx, params }) => readMessage(tx, params.messageId)),
    route(resendMessage, ({ work, params }) => sendMessageAgain(work, params.messageId)),
    routeInSteps(getPaymentLink, ({ actor, params }) =>
      readPaymentLink({ ...payments, links }, actor, params.reservationId),
    ),
    route(previewChangeMessage, ({ work, params, query }) =>
      composeChangePreview(work, links, { reservationId: params.reservationId, ...query }),
    ),
    routeInSteps(sendPaymentLink, ({ actor, params }) =>
      queuePaymentLink({ ...payments, links }, actor, params.reservationId),
    ),
    routeInSteps(copyPaymentLink, ({ actor, params }) =>
      composeCopiedLink({ ...payments, links }, actor, params.reservationId),
    ),
    route(getMessageOptOuts, ({ tx, params }) => readOptOuts(tx, params.reservationId)),
    route(setMessageOptOut, ({ work, params, body }) => setOptOut(work, params.reservationId, body)),
    routeInSteps(getGuestContact, ({ actor }) => readContactOfGuest(access, actor)),
    routeInSteps(changeGuestContact, ({ actor, body }) => changeContactOfGuest(access, actor, body)),
    route(listDemoInbox, async ({ actor }) => listInbox(inbox, actor.productSlug)),
    routePublic(receiveMessageReports, ({ params, upload, address }) =>
      receiveReports({ ...params, body: upload.bytes, address }),
    ),
  ];
}
