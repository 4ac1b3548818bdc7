import { z } from 'zod';
import { CheckRequest } from '../monitor/check.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** Least characters of an email address (row AUTH-05). */
export const EMAIL_MIN_LENGTH = 5;
/** RFC 5321 §4.5.3.1.3: no address that mail can travel to is longer. */
export const EMAIL_MAX_LENGTH = 254;

/** An email address as the forms judge it (GAP-06): at least 5 characters and zod's `email()`; lower case. */
export const EmailAddress = z.string().trim().toLowerCase().min(EMAIL_MIN_LENGTH).max(EMAIL_MAX_LENGTH).pipe(z.email());

/** A check that is kept with its link: only text that JSON in PostgreSQL can hold. */
const WaitingCheck = CheckRequest.superRefine((check, context) => {
  for (const [field, text] of Object.entries(check)) {
    if (text === null || (text.isWellFormed() && !text.includes('\0'))) continue;
    context.addIssue({ code: 'custom', path: [field], message: 'must not hold a null character or half a character' });
  }
});

export const LoginRequest = z
  .object({
    email: EmailAddress,
    acceptTerms: z.boolean().default(false),
    /**
     * The check that was started before signing in; it travels with the link. It runs by itself when the link is confirmed
     * in the browser that asked, and is pending elsewhere: an API client always gets it back as pending.
     */
    cryptoAssetOrder: WaitingCheck.nullable().default(null),
    /**
     * The token of a link that works and was sent to another spelling of the same mailbox: who shows it reads the mailbox,
     * and gets a link to this spelling even while strangers have used up the mails to it. Anything else changes nothing.
     */
    link: z.string().min(1).max(256).nullable().default(null),
  })
  .meta({
    id: 'LoginRequest',
    examples: [
      { email: 'person@example.org', acceptTerms: true },
      {
        email: 'person@example.org',
        cryptoAssetOrder: { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', ticker: 'BTC', parent: null },
      },
    ],
  });

/** The same for every address a link is sent to: it does not reveal whether there is an account. */
export const LoginData = z
  .object({
    /** Where the link was sent to. */
    email: z.string(),
    /** How long the link works. */
    expires_in_seconds: z.number().int().positive(),
  })
  .meta({ id: 'LoginData' });

/**
 * POST /auth/login (row API-05), for signing in and for registering: sends a link by email. An address without an
 * account needs `acceptTerms` (400 `TermsNotAccepted`); one with an account gets its link whatever `acceptTerms` says.
 * Marks the browser that asked by an HttpOnly cookie, so that the link confirms by itself there and only there.
 */
export const Login = {
  method: 'POST',
  path: '/auth/login',
  summary: 'Send a link to sign in or register by',
  tag: 'auth',
  limit: null,
  credentials: 'none',
  body: LoginRequest,
  answers: { 200: success(LoginData) },
  errors: ['TermsNotAccepted', 'EmailDomainNotAllowed', 'CompanySignInRequired', 'SecretNotAddress', 'Overloaded'],
} as const satisfies Contract;
