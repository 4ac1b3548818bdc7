import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Flags of authenticator data (WebAuthn section 6.1). */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const NEW_CREDENTIAL = 0x40;

export interface SoftPasskeyOptions {
  readonly origin?: string;
  readonly isVerified?: boolean;
}

/** A passkey that a test holds: ECDSA with P-256, without attestation. */
export function softPasskey(rpId = 'localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  let signCount = 0;

  // RFC 9053 section 7.1.1: {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y}, as CBOR.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

  function authenticatorData(flags: number): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(signCount, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head]);
  }

  const clientData = (type: string, challenge: string, origin = 'http://localhost:3000') =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const named = { id: credentialId.toString('base64url'), rawId: credentialId.toString('base64url') };
  const flagsOf = ({ isVerified = true }: SoftPasskeyOptions) => PRESENT | (isVerified ? VERIFIED : 0);

  return {
    /** What `navigator.credentials.create` would return. */
    create(challenge: string, options: SoftPasskeyOptions = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const data = Buffer.concat([
        authenticatorData(flagsOf(options) | NEW_CREDENTIAL),
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey,
      ]);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      const clientDataJSON = clientData('webauthn.create', challenge, options.origin).toString('base64url');
      const response = {
        clientDataJSON,
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      };
      return { ...named, type: 'public-key', response };
    },
    /** What `navigator.credentials.get` would return. */
    get(challenge: string, options: SoftPasskeyOptions = {}) {
      signCount += 1;
      const data = authenticatorData(flagsOf(options));
      const client = clientData('webauthn.get', challenge, options.origin);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      };
      return { ...named, type: 'public-key', response };
    },
  };
}
