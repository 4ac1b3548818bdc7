import { z } from 'zod';

/** What a code of the public API means: its status, and a title that does not depend on the request. */
interface ProblemFacts {
  readonly status: number;
  readonly title: string;
}

/**
 * The one table of problems of `/api/v1` (RFC 9457). Codes are stable: programs decide by them. What to do is said in
 * `detail`, which may name what this request lacks.
 */
export const PROBLEMS = {
  malformed_request: { status: 400, title: 'The request could not be read' },
  invalid_request: { status: 400, title: 'Fields are missing or not valid' },
  unknown_version: { status: 400, title: 'There is no such version of the API' },
  missing_api_key: { status: 401, title: 'The request has no API key' },
  invalid_api_key: { status: 401, title: 'The API key is not valid' },
  expired_api_key: { status: 401, title: 'The API key has expired' },
  insufficient_checks: { status: 402, title: 'The workspace has no checks left' },
  key_limit_reached: { status: 402, title: 'The key has spent its checks of this month' },
  account_suspended: { status: 403, title: 'The account is suspended' },
  address_not_allowed: { status: 403, title: 'The key may not be used from this network address' },
  live_key_required: { status: 403, title: 'The call needs a live key' },
  missing_scope: { status: 403, title: 'The key may not do this' },
  not_found: { status: 404, title: 'There is no such object' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  check_is_over: { status: 409, title: 'The check is over already' },
  batch_is_over: { status: 409, title: 'The batch is over already' },
  batch_not_open: { status: 409, title: 'The batch takes no more parts' },
  batch_not_closed: { status: 409, title: 'The batch still takes parts' },
  part_differs: { status: 409, title: 'The part arrived before with other content' },
  parts_missing: { status: 409, title: 'Parts of the batch are missing' },
  endpoint_disabled: { status: 409, title: 'The webhook endpoint is disabled' },
  idempotency_in_progress: { status: 409, title: 'A request with this idempotency key is under way' },
  too_many_endpoints: { status: 409, title: 'The workspace has as many webhook endpoints as it may have' },
  payload_too_large: { status: 413, title: 'The request is too large' },
  address_too_long: { status: 414, title: 'The address of the request is too long' },
  unsupported_media_type: { status: 415, title: 'Send the request as JSON' },
  amount_too_fine: { status: 422, title: 'The amount has more decimals than the asset' },
  asset_not_moved: { status: 422, title: 'The transaction did not move that asset' },
  burn_address: { status: 422, title: 'Nobody holds the key of this address' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key was used for another request' },
  invalid_address: { status: 422, title: 'This is no address of that asset' },
  invalid_transaction: { status: 422, title: 'This names no transaction' },
  invalid_webhook_url: { status: 422, title: 'Webhooks cannot be sent to this URL' },
  network_required: { status: 422, title: 'The asset is listed on several networks' },
  no_such_payment: { status: 422, title: 'The transaction has no such payment' },
  records_missing: { status: 422, title: 'No records of the asset are imported' },
  same_address: { status: 422, title: 'Both ends of the payment are one address' },
  secret_not_address: { status: 422, title: 'This can be a private key or a seed phrase' },
  side_required: { status: 422, title: 'Several payments are possible' },
  test_address_required: { status: 422, title: 'Test mode knows test addresses only' },
  test_transaction_required: { status: 422, title: 'Test mode knows test transactions only' },
  too_many_coins: { status: 422, title: 'The wallet has too many coins' },
  transaction_failed: { status: 422, title: 'The transaction failed' },
  transaction_not_address: { status: 422, title: 'This is a transaction, not an address' },
  transaction_not_found: { status: 422, title: 'No record of the transaction is stored' },
  transaction_replaced: { status: 422, title: 'Another transaction took the place of this one' },
  transaction_unconfirmed: { status: 422, title: 'The transaction is not confirmed yet' },
  unknown_asset: { status: 422, title: 'The asset is not listed' },
  rate_limited: { status: 429, title: 'Too many requests' },
  too_many_batches: { status: 429, title: 'Too many batches are unfinished' },
  too_many_running_checks: { status: 429, title: 'Too many checks are running' },
  uncharged_limit_reached: { status: 429, title: 'No more answers without a charge today' },
  internal_error: { status: 500, title: 'Something went wrong' },
  labels_not_loaded: { status: 503, title: 'The labels are not loaded yet' },
  overloaded: { status: 503, title: 'The service is busy' },
  sources_unavailable: { status: 503, title: 'No chain provider answered' },
  storage_full: { status: 503, title: 'Nothing can be saved at the moment' },
} as const satisfies Readonly<Record<string, ProblemFacts>>;

export type ProblemCode = keyof typeof PROBLEMS;

const CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]];

/** The body of every failure of `/api/v1`, as `application/problem+json`. */
export const Problem = z
  .object({
    type: z.string().describe('Where the code is described.'),
    title: z.string().describe('The code in words.'),
    status: z.number().int().describe('Status of the answer.'),
    code: z.enum(CODES).describe('Stable; decide by this.'),
    detail: z.string().describe('What is wrong with this request and what to do.'),
    pointer: z
      .string()
      .optional()
      .describe('JSON Pointer (RFC 6901) to the field of the body, or `query` and `path` with a name, that is wrong.'),
    errors: z
      .array(
        z.object({
          pointer: z.string().describe('As `pointer`.'),
          detail: z.string().describe('What is wrong with the field.'),
        }),
      )
      .optional()
      .describe('Every field that is wrong, where more than one may be.'),
    request_id: z.string().describe('Names this request in the log of the service; also in the header `X-Request-Id`.'),
  })
  .meta({
    id: 'Problem',
    examples: [
      {
        type: '/developers/errors#invalid_address',
        title: PROBLEMS.invalid_address.title,
        status: 422,
        code: 'invalid_address',
        detail: 'The address does not have the form of this asset’s addresses. Check it for missing characters.',
        pointer: '/address',
        request_id: 'req-1a',
      },
    ],
  });
export type Problem = z.infer<typeof Problem>;
