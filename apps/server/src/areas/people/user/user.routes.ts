import * as user from '@dmse/contract/people/user';
import { serve } from '../../../call/serve.ts';
import { createInvitedUser, inviteUser } from '../password-link/password-link.service.ts';
import * as users from './user.service.ts';

export const userRoutes = [
  serve(user.getSelf, (call) => users.getSelf(call)),
  serve(user.updateSelf, (call) => users.updateSelf(call, call.body)),
  serve(user.changePassword, (call) => users.changeOwnPassword(call, call.body.current_password, call.body.new_password)),
  serve(user.listOwnSessions, (call) => users.listOwnSessions(call)),
  serve(user.endOwnSession, (call) => users.endOwnSession(call, call.params.id)),
  serve(user.listEmployees, (call) => users.listEmployees(call, call.query)),
  serve(user.listUsers, (call) => users.listUsers(call, call.query)),
  serve(user.getUser, (call) => users.getUser(call, call.params.id)),
  serve(user.listUserHistory, (call) => users.listUserHistory(call, call.params.id, call.query)),
  serve(user.createUser, (call) => createInvitedUser(call, call.body)),
  serve(user.updateUser, (call) => users.updateUser(call, call.params.id, call.body)),
  serve(user.resetPassword, (call) => users.resetPassword(call, call.params.id)),
  serve(user.inviteUser, (call) => inviteUser(call, call.params.id)),
  serve(user.endSessions, (call) => users.endUserSessions(call, call.params.id)),
  serve(user.getPermissions, (call) => users.explainPermissions(call, call.params.id)),
];
