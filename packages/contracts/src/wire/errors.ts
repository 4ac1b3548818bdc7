import { COMPANY_ERRORS } from './company-errors.ts';
import { type ErrorName, UNEXPECTED_MESSAGE } from './error-names.ts';
import { LIMIT_ERRORS } from './limit-errors.ts';

export { ERROR_NAMES, type ErrorName } from './error-names.ts';
export { isErrorName } from './is-error-name.ts';

/**
 * The one table of errors: code to HTTP status, public text, and whether it means a fault of ours that should be
 * reported. `errorName` on the wire is a key of this table. Texts are short, say what to do next and never expose
 * internals.
 */
export const ERRORS = {
  ...COMPANY_ERRORS,
  ...LIMIT_ERRORS,
  MalformedRequest: { status: 400, message: 'The request could not be read.', isReportable: false },
  FactorRefused: {
    status: 400,
    message: 'This code or passkey was not accepted. Check it and try again.',
    isReportable: false,
  },
  InvalidToken: { status: 400, message: 'Invalid Token', isReportable: false },
  InvitationNotValid: {
    status: 400,
    message: 'This invitation was already used, revoked or replaced by a newer one. Ask who invited you for a new one.',
    isReportable: false,
  },
  JoinLinkNotValid: {
    status: 400,
    message: 'This link was already used or is not valid. Create a new one on the account page.',
    isReportable: false,
  },
  SignatureRefused: { status: 400, message: 'The signature of the message is not valid.', isReportable: false },
  TermsNotAccepted: { status: 400, message: 'Please read and accept the Terms of Service', isReportable: false },
  ValidationError: { status: 400, message: 'Some fields are missing or not valid.', isReportable: false },
  ServiceCredentialRefused: {
    status: 401,
    message: 'This call needs a service credential.',
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
    message: 'That isn’t this account’s email. Nothing was deleted.',
    isReportable: false,
  },
  AccountSuspended: {
    status: 403,
    message:
      'Your account is suspended. You can look around, but not check, buy, download or change anything. Please contact support.',
    isReportable: false,
  },
  AdminOnly: { status: 403, message: 'Only administrators may do this.', isReportable: false },
  FactorNeeded: {
    status: 403,
    message: 'Administrators need a second factor. Add one on the page Security, then try again.',
    isReportable: false,
  },
  RecoveryNotOffered: {
    status: 403,
    message: 'This account cannot be recovered by mail. Please ask who runs this service.',
    isReportable: false,
  },
  InvitationForOther: {
    status: 403,
    message: 'This invitation is for another email. Log in with the email it was sent to.',
    isReportable: false,
  },
  NameDoesNotMatch: {
    status: 403,
    message: 'That isn’t the name of this workspace. Nothing was closed.',
    isReportable: false,
  },
  RoleNotAllowed: {
    status: 403,
    message: 'Your role in this workspace does not allow this. Ask one of its owners or administrators.',
    isReportable: false,
  },
  CrossSiteRequest: {
    status: 403,
    message: 'This request came from another site and was refused.',
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
    message: 'The survey is only for accounts that have not used a check yet.',
    isReportable: false,
  },
  StepUpRequired: {
    status: 403,
    message:
      'Please confirm that it is you: give your second factor, or log in again if you have none. Then try again.',
    isReportable: false,
  },
  AddressRefused: {
    status: 403,
    message:
      'This workspace cannot be used from your network address. Use it from an address that it allows, or switch to another workspace.',
    isReportable: false,
  },
  ChatRefused: {
    status: 403,
    message:
      'The workspace of this chat limits sessions, so chats cannot use it. Choose another workspace for the chat on the account page.',
    isReportable: false,
  },
  NewerSignInRequired: {
    status: 403,
    message: 'This workspace asks for a newer login than yours. Log in again, or switch to another workspace.',
    isReportable: false,
  },
  NotFound: { status: 404, message: 'Not found.', isReportable: false },
  NoSubscription: { status: 404, message: 'There is no such subscription.', isReportable: false },
  NoCertificate: {
    status: 404,
    message: 'This result has no certificate: it was not confirmed yet, or is older than certificates. Check again.',
    isReportable: false,
  },
  RequestTimeout: { status: 408, message: 'The request took too long to arrive.', isReportable: false },
  AccountAlreadyJoined: {
    status: 409,
    message: 'This account is already connected to a Telegram account. Disconnect that one first.',
    isReportable: false,
  },
  AlreadyMember: { status: 409, message: 'This person is already a member of the workspace.', isReportable: false },
  ChatAlreadyJoined: {
    status: 409,
    message: 'This Telegram account is already connected to another account. Disconnect it there first.',
    isReportable: false,
  },
  CheckCancelled: { status: 409, message: 'The check was cancelled. No check was spent.', isReportable: false },
  DisputeDecided: { status: 409, message: 'This dispute is already decided.', isReportable: false },
  IdempotencyKeyReused: {
    status: 409,
    message: 'This idempotency key was used for another request.',
    isReportable: false,
  },
  LastOwner: {
    status: 409,
    message: 'A workspace needs an owner. Make another member an owner first, or close the workspace.',
    isReportable: false,
  },
  MemberNotAdmin: {
    status: 409,
    message: 'Only an administrator of the workspace can become an owner. Change the role to admin first.',
    isReportable: false,
  },
  OrderClosed: { status: 409, message: 'This order is already closed.', isReportable: false },
  PlanIsCurrent: { status: 409, message: 'This plan renews by card. Cancel that to pay again.', isReportable: false },
  PromoCodeTaken: { status: 409, message: 'A promo code with this name already exists.', isReportable: false },
  RecoveryNotReady: {
    status: 409,
    message: 'The waiting period is not over, or you logged in before it ended. Log in by a new link once it is over.',
    isReportable: false,
  },
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
  TooManyKeys: {
    status: 409,
    message: 'The workspace has as many API keys as it can have. Revoke one first.',
    isReportable: false,
  },
  TooManyWebhooks: {
    status: 409,
    message: 'The workspace has as many webhook endpoints as it can have. Delete one first.',
    isReportable: false,
  },
  WebhookDisabled: {
    status: 409,
    message: 'The endpoint is disabled. Enable it first.',
    isReportable: false,
  },
  WebhookUrlRefused: {
    status: 422,
    message: 'Webhooks cannot be sent to this URL. Name a server of the internet, with https.',
    isReportable: false,
  },
  TooManyFactors: {
    status: 409,
    message: 'This account has as many passkeys and authenticator apps as it can have. Remove one first.',
    isReportable: false,
  },
  TooManyMembers: {
    status: 409,
    message: 'The workspace has as many members and open invitations as it can have.',
    isReportable: false,
  },
  TooManyWorkspaces: {
    status: 409,
    message: 'You are in as many workspaces as an account can be in, or own as many as it can own.',
    isReportable: false,
  },
  InvitationExpired: {
    status: 410,
    message: 'This invitation has expired. Ask who invited you to send it again.',
    isReportable: false,
  },
  JoinLinkExpired: {
    status: 410,
    message: 'This link has expired. Create a new one on the account page.',
    isReportable: false,
  },
  SignInExpired: {
    status: 410,
    message: 'This took too long. Please log in again from the beginning.',
    isReportable: false,
  },
  TokenExpiredError: { status: 410, message: 'The magic button is expired', isReportable: false },
  PayloadTooLarge: { status: 413, message: 'The request is too large.', isReportable: false },
  AddressTooLong: { status: 414, message: 'The address of the request is too long.', isReportable: false },
  UnsupportedMediaType: { status: 415, message: 'Send the request as JSON.', isReportable: false },
  ExpectationFailed: {
    status: 417,
    message: 'This service meets no expectation but 100-continue. Send the request without the Expect header.',
    isReportable: false,
  },
  InvalidAddress: { status: 422, message: 'Unknown address format', isReportable: false },
  SecretNotAddress: {
    status: 422,
    message:
      'This can be a private key or a seed phrase, not a wallet address. It was not stored. If it is one, move the money to a new wallet: anyone who has it can take it.',
    isReportable: false,
  },
  TransactionNotAddress: {
    status: 422,
    message:
      'This is a transaction, not a wallet address. Check what it moved as a payment, or paste the wallet address instead.',
    isReportable: false,
  },
  TransactionNotRated: { status: 422, message: 'This transaction cannot be rated.', isReportable: false },
  PlannedNotRated: { status: 422, message: 'This planned payment cannot be rated.', isReportable: false },
  LabelOfAuthority: {
    status: 422,
    message: 'This is a government list. Only its authority can change it.',
    isReportable: false,
  },
  PlanNotForSale: { status: 422, message: 'This plan cannot be bought.', isReportable: false },
  UnknownAsset: { status: 422, message: 'Please select an asset from the list first', isReportable: false },
  HeadersTooLarge: { status: 431, message: 'The request’s headers are too large.', isReportable: false },
  InternalError: { status: 500, message: UNEXPECTED_MESSAGE, isReportable: true },
  PaymentProviderFailed: {
    status: 502,
    message: 'The payment provider did not respond correctly. Nothing was paid. Please try again.',
    isReportable: true,
  },
  BotNotOffered: { status: 503, message: 'The Telegram bot is not available at the moment.', isReportable: false },
  CheckFailed: {
    status: 503,
    message: 'The check could not be finished. No check was spent. Please try again.',
    isReportable: true,
  },
  LabelsNotLoaded: {
    status: 503,
    message: 'The labels of this service are not loaded yet. No check was spent. Please try again in a few minutes.',
    isReportable: true,
  },
  Overloaded: { status: 503, message: 'The service is busy. Please try again in a moment.', isReportable: true },
  PaymentsNotOffered: { status: 503, message: 'Purchases are not available at the moment.', isReportable: false },
  SigningUnavailable: {
    status: 503,
    message: 'Reports cannot be signed at the moment. Your result is saved. Please try again later.',
    isReportable: true,
  },
  StorageFull: {
    status: 503,
    message: 'Nothing can be saved at the moment. Results that are stored can be read. Please try again later.',
    isReportable: true,
  },
} as const satisfies Record<ErrorName, ErrorFacts>;

export interface ErrorFacts {
  /** HTTP status the API answers with. */
  readonly status: number;
  /** Text for the person who sees it. */
  readonly message: string;
  /** True when it means a fault of the service that is reported to its operator. */
  readonly isReportable: boolean;
}
