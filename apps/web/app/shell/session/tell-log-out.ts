import { ApiError } from '@assay/contracts/client';
import { browserClient } from './browser-client.ts';
import { forgetSignedOut, markSignedOut } from './signed-out.ts';

/** Tells the server; what it does not hear now it is told at the next start of the app. */
export async function tellLogOut(): Promise<void> {
  try {
    await browserClient().logout();
    forgetSignedOut();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    markSignedOut();
  }
}
