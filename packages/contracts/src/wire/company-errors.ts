/** The part of the error table about logins by the providers of companies, and legal holds. */
export const COMPANY_ERRORS = {
  CompanySignInDenied: {
    status: 403,
    message: 'The login at your company was cancelled or refused there. Nothing was changed.',
    isReportable: false,
  },
  CompanySignInRequired: {
    status: 403,
    message:
      'The company of this mail domain has its own login. Use ‘Log in with your company’. Only owners of its workspace who have a second factor get a link too.',
    isReportable: false,
  },
  IdentityRefused: {
    status: 403,
    message: 'Your company’s login did not confirm an email that can be used here. Ask your administrator.',
    isReportable: false,
  },
  NoCompanySignIn: {
    status: 404,
    message: 'No company has set up its own login for this mail domain. Log in by a link instead.',
    isReportable: false,
  },
  CompanySignInUntried: {
    status: 409,
    message: 'Log in through the provider once before it is required, so that nobody is locked out.',
    isReportable: false,
  },
  DomainNotProven: {
    status: 409,
    message: 'The TXT record was not found at this domain. It can take some hours until a new record is visible.',
    isReportable: false,
  },
  DomainTaken: {
    status: 409,
    message: 'Another workspace has proven this domain, and its TXT record is still there.',
    isReportable: false,
  },
  UnderLegalHold: {
    status: 409,
    message: 'This data is under a legal hold and must be kept. Nothing was deleted.',
    isReportable: false,
  },
  TooManyDomains: {
    status: 409,
    message: 'The workspace has as many domains as it can have. Remove one first.',
    isReportable: false,
  },
  OwnerFactorNeeded: {
    status: 409,
    message:
      'Add a passkey or an authenticator app to your account first: with it you can still log in when the provider is out of order.',
    isReportable: false,
  },
  IssuerRefused: {
    status: 422,
    message: 'Nothing at this address describes itself as an OpenID Connect provider with this issuer.',
    isReportable: false,
  },
  MailDomainRefused: {
    status: 422,
    message: 'Anyone can have an email at this domain, so no company can claim it.',
    isReportable: false,
  },
  IdentityProviderFailed: {
    status: 502,
    message:
      'Your company’s login did not answer correctly. Nothing was changed. Try again, or ask your administrator.',
    isReportable: false,
  },
} as const;
