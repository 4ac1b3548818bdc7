import { ApiError } from '@assay/contracts/client';
import { call } from './browser-client.ts';
import { forgetSignedOut, markSignedOut } from './signed-out.ts';

/** Reports the log out to the server; if that fails, it is reported again at the next start of the app. */
export async function notifyLogOut(): Promise<void> {
  try {
    await call('GET /auth/logout');
    forgetSignedOut();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    markSignedOut();
  }
}
