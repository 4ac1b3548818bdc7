import { ApiError } from '@assay/contracts/client';

/**
 * What to say when the company of a page could not be selected after a login; null for who is no member of it any more,
 * or for somebody else: the page is shown in the personal workspace.
 *
 * @throws what is no refusal of the API
 */
export function whyNotEntered(error: unknown): string | null {
  if (!(error instanceof ApiError)) throw error;
  if (error.errorName === 'NotFound') return null;
  return `Your company could not be selected. Choose it at the top before you go on. ${error.message}`;
}
