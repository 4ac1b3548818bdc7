import { countOf } from '@assay/wording';
import type { NoteFinding } from '../../score/assessment.ts';

/** A note in the words of text set 2. */
export function writeNote(found: NoteFinding): string {
  switch (found.kind) {
    case 'new_wallet':
      return `New wallet: its first known transfer was ${found.days === 0 ? 'today' : `${countOf(found.days, 'day')} ago`}.`;
    case 'burst':
      return `More than half of the funds arrived within ${found.hours} hours.`;
    case 'pass_through':
      return `At least ${found.percent}% of what came in left again within an hour.`;
    case 'dormant':
      return `${countOf(found.days, 'day')} passed without a transfer, then the wallet moved again.`;
    case 'peel_chain':
      return `Peel chain: ${countOf(found.spends, 'spend')} in a row sent over ${found.percent}% of the balance to an address not seen before.`;
    case 'poisoning_target':
      return `Tiny transfers came from ${found.senders === 1 ? 'an address that looks' : `${found.senders} addresses that look`} like one it deals with. Compare every character before paying.`;
  }
}
