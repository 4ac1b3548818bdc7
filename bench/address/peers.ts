import multicoin from 'multicoin-address-validator';
import trezor from 'trezor-address-validator';
import type { Vector } from './vectors.ts';

export interface Peer {
  readonly name: string;
  /** How many times its throughput ours is expected to be. */
  readonly targetRatio: number;
  knows(currency: string): boolean;
  /** Its verdict; undefined when it throws. */
  judge(vector: Vector): boolean | undefined;
}

function unlessThrown(judge: () => boolean): boolean | undefined {
  try {
    return judge();
  } catch {
    // A thrown error is part of the peer's behaviour and is reported as its own verdict.
    return undefined;
  }
}

export const PEERS: readonly Peer[] = [
  {
    name: 'multicoin-address-validator 0.5.26',
    targetRatio: 3,
    knows: (currency) => Boolean(multicoin.findCurrency(currency)),
    judge: ({ address, currency, network }) =>
      unlessThrown(() => Boolean(multicoin.validate(address, currency, { networkType: network }))),
  },
  {
    name: 'trezor-address-validator 0.4.4',
    targetRatio: 6,
    knows: (currency) => Boolean(trezor.findCurrency(currency)),
    judge: ({ address, currency, network }) => unlessThrown(() => Boolean(trezor.validate(address, currency, network))),
  },
];
