import * as contact from '@dmse/contract/clients/contact';
import * as merge from '@dmse/contract/clients/merge';
import { serve } from '../../../call/serve.ts';
import { mergeContacts } from '../../../flows/merge-clients.ts';
import { exportContacts } from '../import/export.service.ts';
import * as contacts from './contact.service.ts';

export const contactRoutes = [
  serve(contact.listContacts, (call) => contacts.listContacts(call, call.query)),
  serve(contact.exportContacts, (call) => exportContacts(call, call.query)),
  serve(contact.getContact, (call) => contacts.getContact(call, call.params.id)),
  serve(contact.createContact, (call) => contacts.createContact(call, call.body)),
  serve(contact.updateContact, (call) => contacts.updateContact(call, call.params.id, call.body)),
  serve(contact.removeContact, (call) => contacts.removeContact(call, call.params.id)),
  serve(contact.listContactHistory, (call) => contacts.listContactHistory(call, call.params.id, call.query)),
  serve(merge.mergeContacts, (call) => mergeContacts(call, call.params.id, call.body, call.query.preview)),
];
