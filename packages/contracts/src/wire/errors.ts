/**
 * The one table of errors: code to HTTP status, public text, and whether it means a fault of ours that should be
 * reported. `errorName` on the wire is a key of this table. Texts are short, say what to do next and never expose
 * internals.
 */
export const ERRORS = {
  MalformedRequest: { status: 400, message: 'The request could not be read.' },
  FactorRefused: { status: 400, message: 'This code or passkey was not accepted. Check it and try again.' },
  InvalidToken: { status: 400, message: 'Invalid Token' },
  InvitationNotValid: {
    status: 400,
    message: 'This invitation was already used, revoked or replaced by a newer one. Ask who invited you for a new one.',
  },
  JoinLinkNotValid: {
    status: 400,
    message: 'This link was already used or is not valid. Create a new one on the account page.',
  },
  SignatureRefused: { status: 400, message: 'The signature of the message is not valid.' },
  TermsNotAccepted: { status: 400, message: 'Please read and accept the Terms of Service' },
  ValidationError: { status: 400, message: 'Some fields are missing or not valid.' },
  ServiceCredentialRefused: { status: 401, message: 'This call needs a service credential.' },
  SessionEnded: { status: 401, message: 'Your session has ended. Please log in again.' },
  Unauthorized: { status: 401, message: 'This needs an account. Please log in or create one.' },
  EmailDoesNotMatch: { status: 403, message: 'That isn’t this account’s email. Nothing was deleted.' },
  AccountSuspended: {
    status: 403,
    message:
      'Your account is suspended. You can look around, but not check, buy, download or change anything. Please contact support.',
  },
  AdminOnly: { status: 403, message: 'Only administrators may do this.' },
  FactorNeeded: {
    status: 403,
    message: 'Administrators need a second factor. Add one on the page Security, then try again.',
  },
  RecoveryNotOffered: {
    status: 403,
    message: 'This account cannot be recovered by mail. Please ask who runs this service.',
  },
  InvitationForOther: {
    status: 403,
    message: 'This invitation is for another email. Log in with the email it was sent to.',
  },
  NameDoesNotMatch: { status: 403, message: 'That isn’t the name of this workspace. Nothing was closed.' },
  RoleNotAllowed: {
    status: 403,
    message: 'Your role in this workspace does not allow this. Ask one of its owners or administrators.',
  },
  CrossSiteRequest: { status: 403, message: 'This request came from another site and was refused.' },
  EmailDomainNotAllowed: { status: 403, message: 'Your email domain is not allowed. Please use another email.' },
  CompanySignInDenied: {
    status: 403,
    message: 'The login at your company was cancelled or refused there. Nothing was changed.',
  },
  CompanySignInRequired: {
    status: 403,
    message:
      'The company of this mail domain has its own login. Use ‘Log in with your company’. Only owners of its workspace who have a second factor get a link too.',
  },
  IdentityRefused: {
    status: 403,
    message: 'Your company’s login did not confirm an email that can be used here. Ask your administrator.',
  },
  NotEnoughChecks: { status: 403, message: 'You don’t have enough checks.' },
  SurveyNotOffered: { status: 403, message: 'The survey is only for accounts that have not used a check yet.' },
  StepUpRequired: {
    status: 403,
    message:
      'Please confirm that it is you: give your second factor, or log in again if you have none. Then try again.',
  },
  AddressRefused: {
    status: 403,
    message:
      'This workspace cannot be used from your network address. Use it from an address that it allows, or switch to another workspace.',
  },
  ChatRefused: {
    status: 403,
    message:
      'The workspace of this chat limits sessions, so chats cannot use it. Choose another workspace for the chat on the account page.',
  },
  NewerSignInRequired: {
    status: 403,
    message: 'This workspace asks for a newer login than yours. Log in again, or switch to another workspace.',
  },
  NotFound: { status: 404, message: 'Not found.' },
  NoSubscription: { status: 404, message: 'There is no such subscription.' },
  NoCertificate: {
    status: 404,
    message: 'This result has no certificate: it was not confirmed yet, or is older than certificates. Check again.',
  },
  NoCompanySignIn: {
    status: 404,
    message: 'No company has set up its own login for this mail domain. Log in by a link instead.',
  },
  RequestTimeout: { status: 408, message: 'The request took too long to arrive.' },
  AccountAlreadyJoined: {
    status: 409,
    message: 'This account is already connected to a Telegram account. Disconnect that one first.',
  },
  AlreadyMember: { status: 409, message: 'This person is already a member of the workspace.' },
  ChatAlreadyJoined: {
    status: 409,
    message: 'This Telegram account is already connected to another account. Disconnect it there first.',
  },
  CheckCancelled: { status: 409, message: 'The check was cancelled. No check was spent.' },
  CompanySignInUntried: {
    status: 409,
    message: 'Log in through the provider once before it is required, so that nobody is locked out.',
  },
  DisputeDecided: { status: 409, message: 'This dispute is already decided.' },
  DomainNotProven: {
    status: 409,
    message: 'The TXT record was not found at this domain. It can take some hours until a new record is visible.',
  },
  DomainTaken: { status: 409, message: 'Another workspace has proven this domain, and its TXT record is still there.' },
  IdempotencyKeyReused: { status: 409, message: 'This idempotency key was used for another request.' },
  LastOwner: {
    status: 409,
    message: 'A workspace needs an owner. Make another member an owner first, or close the workspace.',
  },
  MemberNotAdmin: {
    status: 409,
    message: 'Only an administrator of the workspace can become an owner. Change the role to admin first.',
  },
  OwnerFactorNeeded: {
    status: 409,
    message:
      'Add a passkey or an authenticator app to your account first: with it you can still log in when the provider is out of order.',
  },
  OrderClosed: { status: 409, message: 'This order is already closed.' },
  PlanIsCurrent: { status: 409, message: 'This plan renews by card. Cancel that to pay again.' },
  PromoCodeTaken: { status: 409, message: 'A promo code with this name already exists.' },
  ReportMissing: { status: 409, message: 'There is no report: the check could not be finished.' },
  ReportNotReady: { status: 409, message: 'The check is still running. Please try again in a moment.' },
  TooManyDomains: { status: 409, message: 'The workspace has as many domains as it can have. Remove one first.' },
  RecoveryNotReady: {
    status: 409,
    message: 'The waiting period is not over, or you logged in before it ended. Log in by a new link once it is over.',
  },
  TooManyFactors: {
    status: 409,
    message: 'This account has as many passkeys and authenticator apps as it can have. Remove one first.',
  },
  UnderLegalHold: { status: 409, message: 'This data is under a legal hold and must be kept. Nothing was deleted.' },
  TooManyKeys: { status: 409, message: 'The workspace has as many API keys as it can have. Revoke one first.' },
  TooManyWebhooks: {
    status: 409,
    message: 'The workspace has as many webhook endpoints as it can have. Delete one first.',
  },
  WebhookDisabled: { status: 409, message: 'The endpoint is disabled. Enable it first.' },
  TooManyMembers: { status: 409, message: 'The workspace has as many members and open invitations as it can have.' },
  TooManyWorkspaces: {
    status: 409,
    message: 'You are in as many workspaces as an account can be in, or own as many as it can own.',
  },
  InvitationExpired: { status: 410, message: 'This invitation has expired. Ask who invited you to send it again.' },
  JoinLinkExpired: { status: 410, message: 'This link has expired. Create a new one on the account page.' },
  SignInExpired: { status: 410, message: 'This took too long. Please log in again from the beginning.' },
  TokenExpiredError: { status: 410, message: 'The magic button is expired' },
  PayloadTooLarge: { status: 413, message: 'The request is too large.' },
  AddressTooLong: { status: 414, message: 'The address of the request is too long.' },
  UnsupportedMediaType: { status: 415, message: 'Send the request as JSON.' },
  ExpectationFailed: {
    status: 417,
    message: 'This service meets no expectation but 100-continue. Send the request without the Expect header.',
  },
  InvalidAddress: { status: 422, message: 'Unknown address format' },
  IssuerRefused: {
    status: 422,
    message: 'Nothing at this address describes itself as an OpenID Connect provider with this issuer.',
  },
  MailDomainRefused: { status: 422, message: 'Anyone can have an email at this domain, so no company can claim it.' },
  SecretNotAddress: {
    status: 422,
    message:
      'This can be a private key or a seed phrase, not a wallet address. It was not stored. If it is one, move the money to a new wallet: anyone who has it can take it.',
  },
  TransactionNotAddress: {
    status: 422,
    message:
      'This is a transaction, not a wallet address. Check what it moved as a payment, or paste the wallet address instead.',
  },
  TransactionNotRated: { status: 422, message: 'This transaction cannot be rated.' },
  PlannedNotRated: { status: 422, message: 'This planned payment cannot be rated.' },
  LabelOfAuthority: { status: 422, message: 'This is a government list. Only its authority can change it.' },
  PlanNotForSale: { status: 422, message: 'This plan cannot be bought.' },
  UnknownAsset: { status: 422, message: 'Please select an asset from the list first' },
  WebhookUrlRefused: {
    status: 422,
    message: 'Webhooks cannot be sent to this URL. Name a server of the internet, with https.',
  },
  TooManyChecks: {
    status: 429,
    message: 'Too many of your checks are still running. Wait until one is finished, or cancel one, and try again.',
  },
  NoFreeChecksToday: { status: 429, message: 'No more free checks are given today. Please send it again tomorrow.' },
  UnchargedLimitReached: {
    status: 429,
    message:
      'You have had as many answers without a charge today as a day has. Try again tomorrow (UTC), or buy checks.',
  },
  TooManyRequests: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  HeadersTooLarge: { status: 431, message: 'The request’s headers are too large.' },
  InternalError: { status: 500, message: 'Something went wrong', isReportable: true },
  IdentityProviderFailed: {
    status: 502,
    message:
      'Your company’s login did not answer correctly. Nothing was changed. Try again, or ask your administrator.',
  },
  PaymentProviderFailed: {
    status: 502,
    message: 'The payment provider did not respond correctly. Nothing was paid. Please try again.',
    isReportable: true,
  },
  BotNotOffered: { status: 503, message: 'The Telegram bot is not available at the moment.' },
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
  PaymentsNotOffered: { status: 503, message: 'Purchases are not available at the moment.' },
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
} as const satisfies Record<string, ErrorFacts>;

export type ErrorName = keyof typeof ERRORS;

/** All codes, in the order of the table. */
export const ERROR_NAMES: readonly ErrorName[] = Object.keys(ERRORS).filter(isErrorName);

/** Narrows outside text to a code of the table. */
export function isErrorName(value: string): value is ErrorName {
  return Object.hasOwn(ERRORS, value);
}

export interface ErrorFacts {
  /** HTTP status the API answers with. */
  readonly status: number;
  /** Text for the person who sees it. */
  readonly message: string;
  /** That it means a fault of the service, which is reported to its operator. */
  readonly isReportable?: true;
}
