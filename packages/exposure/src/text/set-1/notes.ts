import type { NoteFinding } from '../../score/assessment.ts';

/** A note in the words of text set 1. */
export function writeNote(found: NoteFinding): string {
  switch (found.kind) {
    case 'new_wallet': {
      const { days } = found;
      const age = days === 0 ? 'today' : days === 1 ? 'one day ago' : `${days} days ago`;
      return `New wallet: its first known transfer was ${age}.`;
    }
    case 'burst':
      return 'Burst: more than half of everything received came within 24 hours.';
    case 'pass_through':
      return 'Pass-through: at least 90% of what came in left again within an hour.';
    case 'dormant':
      return `Dormant: ${found.days} days passed without a transfer, then the wallet moved again.`;
    case 'peel_chain':
      return `Peel chain: ${found.spends} spends in a row sent over 70% of the balance to an address not seen before.`;
    case 'poisoning_target': {
      const senders = found.senders === 1 ? 'an address that looks' : `${found.senders} addresses that look`;
      return `Poisoning target: tiny transfers came from ${senders} like one it deals with. Compare every character before paying.`;
    }
  }
}
