export { paymentsPart } from './account-part.store.ts';
export { addMonths } from './add-months.ts';
export { goodsOfChecks, monthsOf, planNamed } from './goods.ts';
export { invoiceRoutes } from './invoice.routes.ts';
export { invoicesStore } from './invoices.store.ts';
export type { Seller } from './invoices.ts';
export { buildPaymentNotices, type PaymentNotices } from './notices.ts';
export { ordersStore } from './orders.store.ts';
export { workPayments } from './payment-jobs.ts';
export type {
  CardGateway,
  EventHint,
  Gateways,
  OpenedOrder,
  Order,
  OrderFacts,
  PaymentFact,
  PaymentGateway,
  PaymentStatus,
  PaymentsLog,
  Purchase,
  RenderInvoice,
  SavedCard,
  SubscriptionStatus,
} from './payments.ports.ts';
export { presentOrder } from './payments.presenter.ts';
export { type PaymentsRoutesOptions, paymentsRoutes } from './payments.routes.ts';
export { buildPaymentsService, type PaymentsService } from './payments.service.ts';
export { paymentsStore } from './payments.store.ts';
export { webhookRoutes } from './webhook.routes.ts';
