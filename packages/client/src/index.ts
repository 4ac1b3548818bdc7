export type { BatchRow, CreateBatchOptions, WaitForBatchOptions } from './batches.ts';
export type { ListOptions, WaitOptions } from './checks.ts';
export { Assay } from './client.ts';
export {
  AssayConnectionError,
  AssayError,
  AssayProblemError,
  AssaySignatureError,
  AssayTimeoutError,
} from './errors.ts';
export { Pages } from './pages.ts';
export type { ActOptions, ClientOptions, RequestOptions } from './transport.ts';
export type * from './types.ts';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks.ts';
