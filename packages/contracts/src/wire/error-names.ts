/**
 * The codes of the error table, without its texts: the client in a browser needs no more, because a failure brings its
 * own text. `errors.ts` does not compile where one of them is missing there, or here.
 */
export const ERROR_NAMES = [
  'MalformedRequest',
  'FactorRefused',
  'InvalidToken',
  'InvitationNotValid',
  'JoinLinkNotValid',
  'SignatureRefused',
  'TermsNotAccepted',
  'ValidationError',
  'ServiceCredentialRefused',
  'SessionEnded',
  'Unauthorized',
  'EmailDoesNotMatch',
  'AccountSuspended',
  'AdminOnly',
  'InvitationForOther',
  'NameDoesNotMatch',
  'RoleNotAllowed',
  'CrossSiteRequest',
  'EmailDomainNotAllowed',
  'NotEnoughChecks',
  'SurveyNotOffered',
  'StepUpRequired',
  'AddressRefused',
  'ChatRefused',
  'NewerSignInRequired',
  'NotFound',
  'NoSubscription',
  'NoCertificate',
  'RequestTimeout',
  'AccountAlreadyJoined',
  'AlreadyMember',
  'ChatAlreadyJoined',
  'CheckCancelled',
  'DisputeDecided',
  'IdempotencyKeyReused',
  'LastOwner',
  'MemberNotAdmin',
  'OrderClosed',
  'PlanIsCurrent',
  'PromoCodeTaken',
  'ReportMissing',
  'ReportNotReady',
  'TooManyFactors',
  'TooManyKeys',
  'TooManyMembers',
  'TooManyWorkspaces',
  'InvitationExpired',
  'JoinLinkExpired',
  'SignInExpired',
  'TokenExpiredError',
  'PayloadTooLarge',
  'AddressTooLong',
  'UnsupportedMediaType',
  'ExpectationFailed',
  'InvalidAddress',
  'SecretNotAddress',
  'TransactionNotAddress',
  'LabelOfAuthority',
  'PlanNotForSale',
  'UnknownAsset',
  'TooManyChecks',
  'TooManyRequests',
  'HeadersTooLarge',
  'InternalError',
  'PaymentProviderFailed',
  'BotNotOffered',
  'CheckFailed',
  'LabelsNotLoaded',
  'Overloaded',
  'PaymentsNotOffered',
  'SigningUnavailable',
  'StorageFull',
] as const;

export type ErrorName = (typeof ERROR_NAMES)[number];

/** Text of `InternalError`, and of answers that are not what the contract says. */
export const UNEXPECTED_MESSAGE = 'Something went wrong';

const NAMES: ReadonlySet<string> = new Set(ERROR_NAMES);

/** Narrows outside text to a code of the table. */
export function isErrorName(value: string): value is ErrorName {
  return NAMES.has(value);
}
