import { AppError } from '../../../../platform/kernel/app-error.ts';

export type SigningRefusal = 'not_published' | 'compromised' | 'unreadable';

const WHY: Readonly<Record<SigningRefusal, string>> = {
  not_published: 'the key is not in the published list',
  compromised: 'the key is marked compromised',
  unreadable: 'the keys or their list cannot be read or written',
};

/**
 * The refusal to sign with a key whose signatures nobody could or should believe.
 *
 * @param key key id, or SHA-256 of a certificate; null where none is known
 */
export function refuseToSign(reason: SigningRefusal, key: string | null, cause?: unknown): AppError {
  const because = cause instanceof Error ? `: ${cause.message}` : '';
  return new AppError('SigningUnavailable', {
    internal: `Nothing is signed: ${WHY[reason]}${key === null ? '' : ` (${key})`}${because}`,
    cause,
    security: { event: { name: 'signing_refused', reason, key } },
  });
}
