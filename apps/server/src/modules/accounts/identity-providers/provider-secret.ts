import type { Seal } from '../../../platform/kernel/seal.ts';
import { ProviderFault, type StoredProvider } from './identity.ports.ts';

/** What a sealed client secret belongs to: it is of no use for another workspace, nor for another issuer. */
function contextOf({ workspace, issuer }: Pick<StoredProvider, 'workspace' | 'issuer'>): string {
  return JSON.stringify([workspace, issuer]);
}

export function sealSecret(seal: Seal, of: Pick<StoredProvider, 'workspace' | 'issuer'>, secret: string): Buffer {
  return seal.seal(contextOf(of), Buffer.from(secret));
}

/** @throws ProviderFault 'wrong secret' after the key of the server was changed: the secret must be entered again */
export function openSecret(seal: Seal, provider: StoredProvider): string {
  const opened = seal.open(contextOf(provider), provider.sealedSecret);
  if (opened === null) throw new ProviderFault('wrong secret');
  return opened.toString();
}
