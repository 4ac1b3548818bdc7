import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { ProviderFault, type ProviderFaultReason } from '../../identity-providers/identity.ports.ts';
import { UnreachableHost } from './guarded-fetch.ts';

/** What a provider, or the library about it, said, as one of the reasons that have a text. */
export function providerFaultOf(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error;
  return new ProviderFault(reasonOf(error), { cause: error });
}

function reasonOf(error: unknown): ProviderFaultReason {
  if (error instanceof UnreachableHost) return 'refused address';
  if (error instanceof AuthorizationResponseError) return error.error === 'access_denied' ? 'denied' : 'refused login';
  if (error instanceof WWWAuthenticateChallengeError) return 'wrong secret';
  if (error instanceof ResponseBodyError) {
    return error.error === 'invalid_client' || error.error === 'unauthorized_client' ? 'wrong secret' : 'refused login';
  }
  if (hasCause(error, (cause) => cause instanceof UnreachableHost || codeOf(cause) === 'EPRIVATE')) {
    return 'refused address';
  }
  if (!(error instanceof ClientError)) return 'no answer';
  switch (error.code) {
    case 'OAUTH_TIMEOUT':
    case 'OAUTH_ABORT':
      return 'no answer';
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return 'wrong clock';
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return 'wrong issuer';
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return 'no provider';
    default:
      return 'token refused';
  }
}

function hasCause(error: unknown, isIt: (cause: unknown) => boolean): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1) {
    if (isIt(at)) return true;
  }
  return false;
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
