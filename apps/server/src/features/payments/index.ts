export { paymentsPart } from './account-part.store.ts';
export { addMonths } from './add-months.ts';
export { monthsOf, planNamed } from './goods.ts';
export { ordersStore } from './orders.store.ts';
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
  SavedCard,
  SubscriptionStatus,
} from './payments.ports.ts';
export { type PaymentsRoutesOptions, paymentsRoutes } from './payments.routes.ts';
export { buildPaymentsService, type PaymentsService } from './payments.service.ts';
export { paymentsStore } from './payments.store.ts';
export { webhookRoutes } from './webhook.routes.ts';
