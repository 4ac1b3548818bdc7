import type { NewPasskey, PasskeyAnswer } from '@assay/contracts';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { CHALLENGE_SECONDS } from './factors.policy.ts';
import type { RelyingParty } from './factors.ports.ts';
import type { PasskeyFactor } from './factors.store.ts';

export type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON };

/** Loaded by the first passkey: with what it needs for certificates of authenticators, it has some 300 modules. */
const webauthn = () => import('@simplewebauthn/server');

const TIMEOUT_MS = CHALLENGE_SECONDS * 1000;
/** Ed25519, ECDSA with P-256, RSA with SHA-256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];

type KnownPasskey = Pick<PasskeyFactor, 'credentialId' | 'transports'>;

/** What the browser is asked to make: a discoverable credential, unlocked by its user, without attestation. */
export async function askForNewPasskey(
  party: RelyingParty,
  user: { readonly sub: string; readonly email: string },
  known: readonly KnownPasskey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.email,
    userID: Uint8Array.from(Buffer.from(user.sub)),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** What the browser is asked to sign, by one of `known`; by any passkey of this site where none is named. */
export async function askForPasskey(
  party: RelyingParty,
  known: readonly KnownPasskey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(known.length === 0 ? {} : { allowCredentials: known.map(describe) }),
  });
}

/** The passkey that was made; null, with the reason in `refuse`, when the answer does not prove one. */
export async function readNewPasskey(
  party: RelyingParty,
  challenge: string,
  passkey: NewPasskey,
  refuse: (reason: string) => void,
): Promise<Pick<PasskeyFactor, 'credentialId' | 'publicKey' | 'signCount' | 'transports'> | null> {
  const { verifyRegistrationResponse } = await webauthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey),
      signCount: counter,
      transports: passkey.response.transports ?? [],
    };
  } catch (error) {
    // The library has no type of error for an answer that is not valid.
    refuse(error instanceof Error ? error.message : 'unknown');
    return null;
  }
}

/** The new count of signatures; null when the answer is not of this passkey, or its user was not verified. */
export async function readPasskeyAnswer(
  party: RelyingParty,
  challenge: string,
  { passkey, answer }: { readonly passkey: PasskeyFactor; readonly answer: PasskeyAnswer },
  refuse: (reason: string) => void,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.signCount,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    // The library has no type of error for an answer that is not valid.
    refuse(error instanceof Error ? error.message : 'unknown');
    return null;
  }
}

function describe({ credentialId, transports }: KnownPasskey) {
  return { id: credentialId, transports: transports as AuthenticatorTransport[] };
}
