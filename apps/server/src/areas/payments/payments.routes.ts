import * as deposit from '@dmse/contract/payments/deposit';
import * as payment from '@dmse/contract/payments/payment';
import { serve } from '../../call/serve.ts';
import { returnPayment } from '../../flows/return-payment.ts';
import * as deposits from './deposit/deposit.service.ts';
import { depositSlip } from './deposit/deposit-slip.service.ts';
import * as payments from './payment/payment.service.ts';

export const paymentRoutes = [
  serve(payment.listPayments, (call) => payments.listPayments(call, call.query)),
  serve(payment.getPaymentTotals, (call) => payments.getPaymentTotals(call, call.query)),
  serve(payment.createPayment, (call) => payments.createPayment(call, call.body)),
  serve(payment.getPayment, (call) => payments.getPayment(call, call.params.id)),
  serve(payment.updatePayment, (call) => payments.updatePayment(call, call.params.id, call.body)),
  serve(payment.allocatePayment, (call) => payments.allocatePayment(call, call.params.id, call.body)),
  serve(payment.reversePayment, (call) => returnPayment(call, call.params.id, call.body)),
  serve(payment.refundPayment, (call) => payments.refundPayment(call, call.params.id, call.body)),
  serve(payment.reverseRefund, (call) => payments.reverseRefund(call, call.params.id, call.body)),
  serve(payment.listPaymentHistory, (call) => payments.listPaymentHistory(call, call.params.id, call.query)),
  serve(payment.listPayingClients, (call) => payments.listPayingClients(call, call.query)),
  serve(payment.getOpenItems, (call) => payments.getOpenItems(call, call.query)),
  serve(payment.applyCredit, (call) => payments.applyCredit(call, call.body)),
  serve(deposit.listDeposits, (call) => deposits.listDeposits(call, call.query)),
  serve(deposit.listUndeposited, (call) => deposits.listUndeposited(call)),
  serve(deposit.createDeposit, (call) => deposits.createDeposit(call, call.body)),
  serve(deposit.getDeposit, (call) => deposits.getDeposit(call, call.params.id)),
  serve(deposit.updateDeposit, (call) => deposits.updateDeposit(call, call.params.id, call.body)),
  serve(deposit.moveDeposit, (call) => deposits.moveDeposit(call, call.params.id, call.body)),
  serve(deposit.removeDeposit, (call) => deposits.removeDeposit(call, call.params.id)),
  serve(deposit.depositSlip, (call) => depositSlip(call, call.params.id)),
  serve(deposit.listDepositHistory, (call) => deposits.listDepositHistory(call, call.params.id, call.query)),
];
