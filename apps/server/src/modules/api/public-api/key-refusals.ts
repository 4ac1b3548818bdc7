import type { KeyRefusal } from '../api-keys/api-keys.ports.ts';
import { ProblemError } from './problem-error.ts';

const REFUSALS: Readonly<Record<KeyRefusal, () => ProblemError>> = {
  unknown: () =>
    new ProblemError(
      'invalid_api_key',
      'The key is not one of this service, or it was revoked. Make one under Developers.',
    ),
  expired: () => new ProblemError('expired_api_key', 'Make a new key under Developers, or replace this one.'),
  address: () =>
    new ProblemError(
      'address_not_allowed',
      'Send the request from an address that the key and the session policy of its workspace allow.',
    ),
  suspended: () => new ProblemError('account_suspended', 'The account is suspended. Please contact support.'),
};

/** Why a key does not open a request, in words. */
export function keyRefused(refusal: KeyRefusal): ProblemError {
  return REFUSALS[refusal]();
}
