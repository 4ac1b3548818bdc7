import { ApiError } from '@assay/contracts/client';
import { data } from 'react-router';

/**
 * For loaders only: what the API answers, or its refusal as that of the page, with its status.
 *
 * @param missing what a page says that is not there
 */
export async function askForPage<T>(answer: Promise<T>, missing?: string): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status < 400) throw error;
    throw data(error.status === 404 ? (missing ?? error.message) : error.message, { status: error.status });
  }
}
