import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { ConfirmLinkData, SecondStepNeeded } from './confirm-link.ts';
import { EmailAddress } from './login.ts';

export const CompanySignInRequest = z
  .object({
    /** Its domain says which company's provider is asked. */
    email: EmailAddress,
    /** Needed where the login makes a new account. */
    acceptTerms: z.boolean().default(false),
  })
  .meta({ id: 'CompanySignInRequest', examples: [{ email: 'person@firm.example', acceptTerms: true }] });

export const CompanySignInData = z
  .object({
    /** Where the browser goes now, at the company's provider. */
    url: z.url(),
  })
  .meta({ id: 'CompanySignInData' });

/**
 * POST /auth/company: begins a login by the provider of the company that has proven the mail domain. The answer is the same
 * for every address of the domain, with and without an account. Marks the browser: it must be the one that returns.
 */
export const BeginCompanySignIn = {
  method: 'POST',
  path: '/auth/company',
  summary: 'Begin to log in by the provider of a company',
  tag: 'auth',
  limit: 'tokens',
  credentials: 'none',
  body: CompanySignInRequest,
  answers: { 200: success(CompanySignInData) },
  errors: ['NoCompanySignIn', 'IdentityProviderFailed'],
} as const satisfies Contract;

/** Characters of what the provider sent back. */
const RETURNED_MAX = 8192;

export const CompanyReturn = z
  .object({
    /** The query with which the provider sent the browser back, as it came (RFC 6749 §4.1.2, RFC 9207). */
    query: z.string().max(RETURNED_MAX),
  })
  .meta({ id: 'CompanyReturn', examples: [{ query: 'code=of-the-provider&state=of-this-login' }] });

/**
 * POST /auth/company/return: completes the login, once, in the browser that began it. 202: a second factor is needed, and
 * no session was opened.
 */
export const FinishCompanySignIn = {
  method: 'POST',
  path: '/auth/company/return',
  summary: 'Log in by what the provider of a company sent the browser back with',
  tag: 'auth',
  limit: 'tokens',
  credentials: 'none',
  body: CompanyReturn,
  answers: { 200: success(ConfirmLinkData), 202: success(SecondStepNeeded) },
  errors: [
    'TermsNotAccepted',
    'EmailDomainNotAllowed',
    'CompanySignInDenied',
    'IdentityRefused',
    'TooManyMembers',
    'TooManyWorkspaces',
    'SignInExpired',
    'IdentityProviderFailed',
  ],
} as const satisfies Contract;
