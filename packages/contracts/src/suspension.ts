/**
 * The one rule of what a suspended person may do (GAP-55): look around, and no more. It refuses every call that changes
 * something, all that is for administrators, every download, and reads that cost or lead to a charge. The exceptions are
 * named here, each with its reason; a new call that changes something is refused until it is named.
 */
import type { ErrorName } from './wire/errors.ts';

/** Why a call is open to a suspended person all the same, by the name of its contract. */
const OPEN_TO_SUSPENDED: Readonly<Record<string, string>> = {
  endSession: 'leaves, and takes access away from others',
  endAllSessions: 'leaves, and takes access away from others',
  stepUp: 'confirms who asks, as deleting the account and the copy of one’s own data demand',
  askStepUpPasskey: 'confirms who asks, as deleting the account and the copy of one’s own data demand',
  selectWorkspace: 'looks around in another workspace, in this session alone',
  deleteAccount: 'a right of the person by law',
  closeWorkspace: 'the last owner must, to delete the account; the server refuses it while there are other members',
  leaveWorkspace: 'ends what the person may do there',
  partTelegram: 'ends what the chat may do; both sides stay suspended',
  cancelSubscription: 'ends charges',
  revokeShare: 'takes back what was made public',
  fileDispute: 'is open to everybody, without an account too',
  receiptInvoice: 'what was paid, which the books of the payer need by law',
  receiptCreditNote: 'what was paid back, which the books of the payer need by law',
};

/** Reads that ask providers or lead to a charge. */
const COSTLY_READS: ReadonlySet<string> = new Set(['readTransaction', 'readEdgeTransfers', 'stripeOrder']);

export interface Asked {
  readonly id: string;
  readonly method: string;
  readonly credentials: string;
  readonly isFile: boolean;
  readonly errors: readonly ErrorName[];
}

/** Whether the call is refused to a suspended person. Calls that do not read who asks are open to everybody. */
export function isRefusedToSuspended({ id, method, credentials, isFile, errors }: Asked): boolean {
  if (credentials !== 'user' && credentials !== 'optional') return false;
  if (errors.includes('AdminOnly')) return true;
  // Files that a link opens to everybody are no downloads of an account.
  const isDownload = isFile && credentials === 'user';
  return (method !== 'GET' || isDownload || COSTLY_READS.has(id)) && !Object.hasOwn(OPEN_TO_SUSPENDED, id);
}
