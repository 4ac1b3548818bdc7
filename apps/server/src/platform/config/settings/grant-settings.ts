import { wholeNumber } from './setting-kinds.ts';

/** What is given for nothing, a day (UTC). */
export interface GrantFacts {
  readonly perNetwork: number;
  readonly perDomain: number;
  readonly perDay: number;
  /** Answers without a charge, of who never bought. */
  readonly unchargedPerDay: number;
}

const A_NUMBER = 'a whole number, 0 to 1000000';

/** The settings of the environment for what is given for nothing, a day (UTC). */
export const grantSettings = {
  GRANTS_PER_NETWORK: wholeNumber(0, 1_000_000, A_NUMBER).default(5),
  GRANTS_PER_DOMAIN: wholeNumber(0, 1_000_000, A_NUMBER).default(10),
  GRANTS_A_DAY: wholeNumber(0, 1_000_000, A_NUMBER).default(200),
  /** What a check costs is known at its end: with none of these, nobody could begin one who has not bought any. */
  UNCHARGED_A_DAY: wholeNumber(1, 1_000_000, 'a whole number, 1 to 1000000').default(20),
};

interface GrantValues {
  readonly GRANTS_PER_NETWORK: number;
  readonly GRANTS_PER_DOMAIN: number;
  readonly GRANTS_A_DAY: number;
  readonly UNCHARGED_A_DAY: number;
}

export function grantsOf(value: GrantValues): GrantFacts {
  return {
    perNetwork: value.GRANTS_PER_NETWORK,
    perDomain: value.GRANTS_PER_DOMAIN,
    perDay: value.GRANTS_A_DAY,
    unchargedPerDay: value.UNCHARGED_A_DAY,
  };
}
