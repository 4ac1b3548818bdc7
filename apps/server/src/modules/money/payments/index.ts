export { paymentsPart } from './account-part.store.ts';
export { dollarsOf } from './amounts.ts';
export { depositsStore } from './deposits.store.ts';
export type { DepositReport, Held } from './deposits.ts';
export { goodsOfChecks, monthsOf, planNamed } from './goods.ts';
export { buildHeldOrders, type Decision, type HeldOrders } from './held-orders.ts';
export { invoiceNumbersStore } from './invoice-numbers.store.ts';
export { INVOICE_KEPT_YEARS, invoicesOverBefore } from './invoice-years.ts';
export { invoicesStore } from './invoices.store.ts';
export type { Seller } from './invoices.ts';
export { buildPaymentNotices, type PaymentNotices } from './notices.ts';
export { ordersStore } from './orders.store.ts';
export { paidLosses } from './paid-losses.ts';
export { workPayments } from './payment-jobs.ts';
export type {
  CardGateway,
  EventHint,
  Gateways,
  NamedPayments,
  OpenedOrder,
  Order,
  OrderFacts,
  PaymentFact,
  PaymentGateway,
  PaymentStatus,
  Purchase,
  RenderInvoice,
  SavedCard,
  SubscriptionStatus,
} from './payments.ports.ts';
export { presentOrder } from './payments.presenter.ts';
export { type PaymentsRoutesOptions, paymentsRoutes } from './payments.routes.ts';
export { buildPaymentsService, type PaymentsService } from './payments.service.ts';
export { paymentsStore } from './payments.store.ts';
export type { SettleDeps } from './settle-order.ts';
export { webhookRoutes } from './webhook.routes.ts';
