import type { NodeId } from '../../records/record.ts';
import type { Makeup } from './makeup.ts';

/** What a composition consists of: the rest to 1 is R. */
export interface Fractions {
  /** Tier S, A and B. */
  readonly bad: number;
  /** All else that was found, unknown origin included. */
  readonly other: number;
}

const NOT_FOLLOWED: Fractions = { bad: 0, other: 0 };

/**
 * What the composition of an output of each transaction consists of (docs/method/3, section 5.2): the earliest first,
 * each from those that it spends from. It does not depend on the output.
 */
export class ReversePass {
  readonly #of = new Map<NodeId, { readonly position: number; readonly fractions: Fractions }>();

  /** Takes the next transaction; those it spends from came before it, or are R. */
  add(makeup: Makeup): void {
    const { node, position } = makeup.transaction;
    this.#of.set(node, { position, fractions: this.fractionsOf(makeup) });
  }

  /** What outputs of a transaction consist of, where it was taken. */
  ofTransaction(node: NodeId): Fractions {
    return this.#of.get(node)?.fractions ?? NOT_FOLLOWED;
  }

  fractionsOf(makeup: Makeup): Fractions {
    let [bad, other] = [0, 0];
    for (const part of makeup.parts) {
      const { share } = part;
      switch (part.from) {
        case 'label':
          if (part.kind === 'bad') bad += share;
          else other += share;
          break;
        case 'coin': {
          const input = this.#ofCoin(part.coin.createdBy, makeup);
          bad += share * input.bad;
          other += share * input.other;
          break;
        }
        case 'unknown':
        case 'block':
          other += share;
          break;
        default:
          throw new Error(`unknown part ${JSON.stringify(part satisfies never)}`);
      }
    }
    if (!makeup.isCoinjoin) return { bad, other };
    const mixed = this.mixedIn(makeup);
    return { bad: bad + mixed, other: labelledOther(makeup) };
  }

  /** The part of a coinjoin's value that it replaced: of inputs without a label, all that is neither bad nor R. */
  mixedIn(makeup: Makeup): number {
    let mixed = 0;
    for (const part of makeup.parts) {
      if (part.from === 'unknown') mixed += part.share;
      if (part.from === 'coin') mixed += part.share * this.#ofCoin(part.coin.createdBy, makeup).other;
    }
    return mixed;
  }

  /** Only records that contradict their own order spend what was made later: the walk does not follow it. */
  #ofCoin(createdBy: NodeId, { transaction }: Makeup): Fractions {
    const made = this.#of.get(createdBy);
    return made === undefined || made.position >= transaction.position ? NOT_FOLLOWED : made.fractions;
  }
}

function labelledOther({ parts }: Makeup): number {
  let other = 0;
  for (const part of parts) if (part.from === 'label' && part.kind !== 'bad') other += part.share;
  return other;
}
