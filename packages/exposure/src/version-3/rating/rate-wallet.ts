import { exchangedNotFollowed, gravestContact } from './contact.ts';
import { findingOf } from './finding.ts';
import { hasReturnedSevere, type SetAside } from './history/set-aside.ts';
import { starsOfBoth } from './mixtures/rate-mixture.ts';
import { readPaid } from './paid/paid.ts';
import { type MixtureReading, type Rating, SET_ASIDE, type SetAsideName } from './rating.ts';
import { afterOwnLabel, afterPaid, afterReturned, decisionOf, type OwnLabel } from './steps.ts';
import { type MixturesInput, readWalletMixtures } from './wallet-mixtures.ts';

/** All that the rating of a wallet reads. */
export interface WalletInput extends MixturesInput {
  readonly ownLabel: OwnLabel | null;
}

/** The stars or the finding of a wallet (docs/method/3, sections 6 to 11). */
export function rateWallet(input: WalletInput): Rating {
  const { history, kind, setAside, usdAt } = input;
  const paid = input.ofHistory?.paid ?? readPaid(history, setAside, usdAt);
  const { ever, now } = readWalletMixtures(input);
  const all = [ever, now].filter((mixture) => mixture !== null);
  const read = all.filter(({ reading }) => !reading.isLeftOut);
  const mixtures = all.map(({ reading }) => reading);
  const facts = {
    mixtures,
    paid,
    setAside: namesOf(setAside, mixtures),
    contact: gravestContact(
      read.map(({ mixture, reading: { name } }) => ({ name, mixture })),
      paid,
    ),
    exchangedNotFollowed: exchangedNotFollowed(input.ever),
  };

  const byMixtures = decisionOf(
    starsOfBoth(ever?.reading.stars ?? null, now === null || now.reading.isLeftOut ? undefined : now.reading.stars),
  );
  const withReturned = hasReturnedSevere(input.setAsideRows) ? afterReturned(byMixtures, kind) : byMixtures;
  const withPaid = afterPaid(withReturned, paid, { history: kind, hasInflow: ever !== null });
  const decision = afterOwnLabel(withPaid, input.ownLabel, { history: kind, ever: ever?.reading.score ?? null });
  if (decision !== null) return { kind: 'stars', finding: null, ...facts, ...decision };
  const finding = findingOf({
    contact: facts.contact,
    hasRecords: ever !== null,
    history: kind,
    usd: ever?.usd ?? null,
    mixtures: read.map(({ mixture }) => mixture),
  });
  return { kind: 'finding', finding, ...facts };
}

/** What fits either mixture, in the order of the page. */
function namesOf({ returned, untouched }: SetAside, mixtures: readonly MixtureReading[]): SetAsideName[] {
  const fits = mixtures.map(({ fit }) => fit);
  const isThere: Readonly<Record<SetAsideName, boolean>> = {
    returned: returned.length > 0,
    untouched: untouched.length > 0,
    few: fits.includes('few'),
    some: fits.includes('some'),
  };
  return SET_ASIDE.filter((name) => isThere[name]);
}
