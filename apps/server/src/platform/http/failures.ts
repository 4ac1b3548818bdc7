import { ERRORS, type ErrorName, Failure } from '@assay/contracts';

/**
 * Response schemas of a route's failures, by status. The type is empty on purpose: handlers throw failures, they never
 * send them, so only the answers may be sent from a handler.
 */
export function failures(errorNames: readonly ErrorName[]): Record<never, never> {
  return Object.fromEntries(errorNames.map((name) => [ERRORS[name].status, Failure]));
}
