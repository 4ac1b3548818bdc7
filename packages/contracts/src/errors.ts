/**
 * The one table of errors: code to HTTP status, public text, and whether it means a fault of ours that should be
 * reported. `errorName` on the wire is a key of this table. Texts are short, say what to do next and never expose
 * internals.
 */
export const ERRORS = {
  MalformedRequest: { status: 400, message: 'The request could not be read.', isReportable: false },
  InvalidToken: { status: 400, message: 'Invalid Token', isReportable: false },
  JoinLinkNotValid: {
    status: 400,
    message: 'This link was used, or is not one of ours. Please make a new one on the account page.',
    isReportable: false,
  },
  SignatureRefused: { status: 400, message: 'The signature of the message is not valid.', isReportable: false },
  TermsNotAccepted: { status: 400, message: 'Please read and accept the Terms of Service', isReportable: false },
  ValidationError: { status: 400, message: 'Some fields are missing or not valid.', isReportable: false },
  ServiceCredentialRefused: {
    status: 401,
    message: 'This call is for services of this installation.',
    isReportable: false,
  },
  SessionEnded: { status: 401, message: 'Your session has ended. Please log in again.', isReportable: false },
  Unauthorized: {
    status: 401,
    message: 'This needs an account. Please log in or create one.',
    isReportable: false,
  },
  EmailDoesNotMatch: {
    status: 403,
    message: 'This is not the e-mail of your account. Nothing was deleted.',
    isReportable: false,
  },
  AccountSuspended: {
    status: 403,
    message: 'Your account is suspended. It cannot check or buy; please write to support.',
    isReportable: false,
  },
  AdminOnly: { status: 403, message: 'Only administrators may do this.', isReportable: false },
  CrossSiteRequest: {
    status: 403,
    message: 'This was asked by another site, so it was not done.',
    isReportable: false,
  },
  EmailDomainNotAllowed: {
    status: 403,
    message: 'Your email domain is not allowed. Please use another email.',
    isReportable: false,
  },
  NotEnoughChecks: { status: 403, message: 'You don’t have enough checks.', isReportable: false },
  SurveyNotOffered: {
    status: 403,
    message: 'The survey is for those who have not used a check yet.',
    isReportable: false,
  },
  NotFound: { status: 404, message: 'Not found.', isReportable: false },
  NoSubscription: { status: 404, message: 'There is no subscription that could be cancelled.', isReportable: false },
  NoCertificate: {
    status: 404,
    message: 'This result has no certificate: it was made before certificates were issued. Check the address again.',
    isReportable: false,
  },
  RequestTimeout: { status: 408, message: 'The request took too long to arrive.', isReportable: false },
  AccountAlreadyJoined: {
    status: 409,
    message: 'This account is connected to a Telegram account already. Disconnect that one first.',
    isReportable: false,
  },
  ChatAlreadyJoined: {
    status: 409,
    message: 'This Telegram account is connected to another account already. Disconnect it there first.',
    isReportable: false,
  },
  CheckCancelled: { status: 409, message: 'The check was cancelled. No check was spent.', isReportable: false },
  IdempotencyKeyReused: {
    status: 409,
    message: 'This idempotency key was used for another request.',
    isReportable: false,
  },
  OrderClosed: { status: 409, message: 'This order is not waiting for a payment any more.', isReportable: false },
  PlanIsCurrent: { status: 409, message: 'This is your plan already.', isReportable: false },
  PromoCodeTaken: { status: 409, message: 'There is a promo code of this name already.', isReportable: false },
  ReportMissing: {
    status: 409,
    message: 'There is no report: the check could not be finished.',
    isReportable: false,
  },
  ReportNotReady: {
    status: 409,
    message: 'The check is still running. Please try again in a moment.',
    isReportable: false,
  },
  JoinLinkExpired: {
    status: 410,
    message: 'This link has expired. Please make a new one on the account page.',
    isReportable: false,
  },
  TokenExpiredError: { status: 410, message: 'The magic button is expired', isReportable: false },
  PayloadTooLarge: { status: 413, message: 'The request is too large.', isReportable: false },
  AddressTooLong: { status: 414, message: 'The address of the request is too long.', isReportable: false },
  UnsupportedMediaType: { status: 415, message: 'Send the request as JSON.', isReportable: false },
  InvalidAddress: { status: 422, message: 'Unknown address format', isReportable: false },
  PlanNotForSale: { status: 422, message: 'This plan cannot be bought.', isReportable: false },
  UnknownAsset: { status: 422, message: 'Please select an asset from the list first', isReportable: false },
  TooManyRequests: { status: 429, message: 'Too many requests. Please wait a moment.', isReportable: false },
  HeadersTooLarge: { status: 431, message: 'The request’s headers are too large.', isReportable: false },
  InternalError: { status: 500, message: 'Something went wrong', isReportable: true },
  PaymentProviderFailed: {
    status: 502,
    message: 'The payment provider did not answer as it should. Nothing was paid. Please try again.',
    isReportable: true,
  },
  BotNotOffered: { status: 503, message: 'There is no Telegram bot here at the moment.', isReportable: false },
  CheckFailed: {
    status: 503,
    message: 'The check could not be finished. No check was spent. Please try again.',
    isReportable: true,
  },
  Overloaded: { status: 503, message: 'The service is busy. Please try again in a moment.', isReportable: true },
  PaymentsNotOffered: { status: 503, message: 'Nothing can be bought here at the moment.', isReportable: false },
} as const satisfies Record<string, ErrorFacts>;

export interface ErrorFacts {
  /** HTTP status the API answers with. */
  readonly status: number;
  /** Text for the person who sees it. */
  readonly message: string;
  /** True when it means a fault of the service that its operator should hear of. */
  readonly isReportable: boolean;
}

export type ErrorName = keyof typeof ERRORS;

export const ERROR_NAMES = Object.keys(ERRORS) as readonly ErrorName[];

/** Narrows outside text to a code of the table. */
export function isErrorName(value: string): value is ErrorName {
  return Object.hasOwn(ERRORS, value);
}
