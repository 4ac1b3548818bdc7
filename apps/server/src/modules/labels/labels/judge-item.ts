import type { ActorRow, LabelRow, ParsedItem, Rejection } from './label-claim.ts';
import { readActorClaim, readLabelClaim } from './read-claim.ts';

export type Judged =
  | { readonly rejection: Rejection }
  | { readonly label: LabelRow; readonly unknownWords: readonly string[] }
  | { readonly actor: ActorRow; readonly unknownWords: readonly string[] };

/** What a row of a publisher comes to: a fact for the store, or why it is refused. */
export function judgeItem(item: ParsedItem, strict: boolean): Judged {
  switch (item.kind) {
    case 'rejection':
      return { rejection: item.rejection };
    case 'label': {
      const verdict = readLabelClaim(item.claim, strict);
      if (verdict.ok) return { label: verdict.row, unknownWords: verdict.unknownWords };
      const text = `${item.claim.chain} ${item.claim.address}`.slice(0, 200);
      return { rejection: { line: item.claim.line, reason: verdict.reason, text } };
    }
    case 'actor': {
      const verdict = readActorClaim(item.claim);
      if ('row' in verdict) return { actor: verdict.row, unknownWords: verdict.unknownWords };
      return { rejection: { line: item.claim.line, reason: verdict.reason, text: item.claim.actor.slice(0, 200) } };
    }
  }
}
