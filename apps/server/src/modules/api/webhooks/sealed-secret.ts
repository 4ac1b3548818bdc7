import type { Seal } from '../../../platform/kernel/seal.ts';

/** What a sealed secret belongs to: it is of no use for another endpoint. */
function contextOf({ workspace, id }: { readonly workspace: string; readonly id: string }): string {
  return JSON.stringify([workspace, id]);
}

export function sealSecret(
  seal: Seal,
  of: { readonly workspace: string; readonly id: string },
  secret: Uint8Array,
): Buffer {
  return seal.seal(contextOf(of), secret);
}

/** Null after the secret of the installation was changed: the owner has to replace that of the endpoint. */
export function openSecret(
  seal: Seal,
  of: { readonly workspace: string; readonly id: string },
  sealed: Uint8Array,
): Buffer | null {
  return seal.open(contextOf(of), sealed);
}
