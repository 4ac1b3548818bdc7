import type { NewPasskey, PasskeyAnswer, PasskeyQuestion } from '@assay/contracts';
import { ApiError } from '@assay/contracts/client';

/** Whether this browser has passkeys for this page: none belongs to an IP address. Browser only. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !IP_ADDRESS.test(window.location.hostname);
}

const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/;

/**
 * Asks the authenticator for an answer. The code for it is loaded now.
 *
 * @throws ApiError FactorRefused when the user cancels or the browser refuses
 */
export async function answerByPasskey({ options }: PasskeyQuestion): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const { id, rawId, response } = await refusedBy(() => startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const user = userHandle === undefined ? {} : { userHandle };
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature, ...user } };
}

/**
 * Asks the authenticator to make a passkey.
 *
 * @throws ApiError FactorRefused when the user cancels or the browser refuses
 */
export async function makePasskey({ options }: PasskeyQuestion): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const { id, rawId, response } = await refusedBy(() => startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject, transports } = response;
  const ways = transports === undefined ? {} : { transports };
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, ...ways } };
}

async function refusedBy<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    // Browsers say little about why to a page, so that none can learn which passkeys there are.
    throw new ApiError('FactorRefused', 'The passkey was not used. Try again, or choose another way.', { cause });
  }
}
