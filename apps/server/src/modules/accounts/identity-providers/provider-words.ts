import { AppError } from '../../../platform/kernel/app-error.ts';
import { ProviderFault, type ProviderFaultReason } from './identity.ports.ts';

/** What an owner reads who sets a provider up. */
const WHILE_SAVING: Readonly<Record<ProviderFaultReason, string | null>> = {
  'no answer': 'The provider did not answer. Check the issuer, and that the provider can be reached from the internet.',
  'refused address': 'The issuer, or an address in its description, is not https or leads into a private network.',
  'wrong issuer': 'The provider names itself differently. Use the issuer exactly as its description says it.',
  'no provider': null,
  'wrong secret': null,
  'wrong clock': null,
  'token refused': null,
  'refused login': null,
  denied: null,
};

/** What a person reads who logs in; only the company can change it. */
const WHILE_LOGGING_IN: Readonly<Record<ProviderFaultReason, string | null>> = {
  'no answer': 'Your company’s login did not answer. Nothing was changed. Try again in a moment.',
  'refused address': null,
  'wrong issuer': null,
  'no provider': null,
  'wrong secret':
    'Your company’s login does not accept our client id or secret. Nothing was changed. Ask your administrator: an owner of the workspace enters them again.',
  'wrong clock':
    'The clock of your company’s login differs too much from ours. Nothing was changed. Ask your administrator.',
  'token refused': 'The answer of your company’s login could not be verified. Nothing was changed. Log in again.',
  'refused login': 'Your company’s login refused this login. Nothing was changed. Log in again from the beginning.',
  denied: null,
};

/** @throws AppError IssuerRefused for a fault of the provider; other errors as they are */
export function refuseIssuer(error: unknown): never {
  if (!(error instanceof ProviderFault)) throw error;
  throw new AppError('IssuerRefused', { cause: error, ...textOf(WHILE_SAVING[error.reason]) });
}

/** @throws AppError IdentityProviderFailed, CompanySignInDenied; other errors as they are */
export function refuseLogin(error: unknown): never {
  if (!(error instanceof ProviderFault)) throw error;
  const name = error.reason === 'denied' ? 'CompanySignInDenied' : 'IdentityProviderFailed';
  throw new AppError(name, { cause: error, ...textOf(WHILE_LOGGING_IN[error.reason]) });
}

function textOf(publicText: string | null): { readonly publicText?: string } {
  return publicText === null ? {} : { publicText };
}
