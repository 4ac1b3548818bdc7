export { ledgerPart, paymentsPart, promoPart, surveyPart } from './account-parts.store.ts';
export {
  busiestPlaces,
  carryMarks,
  forgetRefusedBefore,
  grantTotals,
  removeGrantsBefore,
} from './grants/free-grants.store.ts';
export { dayOf, GRANTS_KEPT_DAYS, whyWithoutCheck } from './grants/grants.policy.ts';
export type { FreeGrants, GrantLimits } from './grants/grants.ports.ts';
export { removeUnchargedBefore, unchargedTotals } from './grants/uncharged.store.ts';
export { BOUGHT_DAYS, type UnchargedAnswers } from './grants/uncharged.ts';
export { auditLedger, type LedgerFault, measureLedger } from './ledger/audit.store.ts';
export { type BalanceService, buildBalanceService } from './ledger/balance.service.ts';
export { countOwed } from './ledger/deficits.store.ts';
export { FLEX_TARIFF, FREE_TARIFF, type GrantReason, type Ledger } from './ledger/ledger.ports.ts';
export { ledger } from './ledger/ledger.store.ts';
export { boughtChecks } from './ledger/tariffs.store.ts';
export { depositsStore } from './payments/deposits/deposits.store.ts';
export type { Held } from './payments/deposits/deposits.ts';
export { invoiceNumbersStore } from './payments/documents/invoice-numbers.store.ts';
export { INVOICE_KEPT_YEARS, invoicesOverBefore } from './payments/documents/invoice-years.ts';
export { invoicesStore } from './payments/documents/invoices.store.ts';
export type { Seller } from './payments/documents/invoices.ts';
export type { PaymentNotices } from './payments/notices.ts';
export { ordersStore } from './payments/orders.store.ts';
export { paidLosses } from './payments/paid-losses.ts';
export type { RenderInvoice } from './payments/payments.ports.ts';
export { presentOrder } from './payments/payments.presenter.ts';
export { buildPaymentsService, type PaymentsService } from './payments/payments.service.ts';
export { paymentsStore } from './payments/payments.store.ts';
export { goodsOfChecks } from './payments/plans/goods.ts';
export type { Decision, HeldOrders } from './payments/settle/held-orders.ts';
export type { SettleDeps } from './payments/settle/settle-order.ts';
export type { PromoService } from './promo/promo.service.ts';
export type { FeedbackService } from './survey/feedback.service.ts';
export type { SurveyService } from './survey/survey.service.ts';
export type { SurveyFormService } from './survey/survey-form.service.ts';
