import { countOf, formatCount, formatShare } from '@assay/wording';
import { Sums } from '../../shell/layout/sums.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import {
  AttacksTable,
  CalibrationTable,
  ChangesTable,
  LinesTable,
  OutsideTable,
  ReachedTable,
  SummaryTable,
  TaintTable,
} from './scorecard-tables.tsx';
import type { ScorecardView } from './view-types.ts';

const CONTENTS = [
  { id: 'limits', title: 'What it does not show' },
  { id: 'known', title: 'Known addresses' },
  { id: 'calibration', title: 'Calibration' },
  { id: 'forward', title: 'Forward in time' },
  { id: 'attacks', title: 'Attacks' },
  { id: 'exact', title: 'Exact solutions' },
  { id: 'changes', title: 'Between the versions' },
  { id: 'again', title: 'Compute it again' },
] as const;

/** How both versions of the method do, on what is known beforehand. */
export function ScorecardPage({ view }: { readonly view: ScorecardView }) {
  return (
    <main className="page page-text" id="main">
      <div className="wrap text-body scorecard">
        <h1>Scorecard</h1>
        <div className="text-lead">
          <p>
            Both versions of <SiteLink to="/method">the method</SiteLink>, tried on addresses that are known beforehand,
            on attacks with their price, and against exact solutions. Version 1 is in use; version 2 is in preparation.
          </p>
          <p>
            All figures come from the labels and records that ship with the product. A change that makes a line worse
            beyond its noise is refused.
          </p>
        </div>
        <Sums sums={view.sums} />
        <SummaryTable label="In short" rows={view.summary} />
        <nav className="scorecard-contents" aria-label="Contents">
          {CONTENTS.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        <Limits />
        <Known view={view} />
        <h2 id="calibration">Calibration</h2>
        <p>
          Of the known addresses with so many stars, how many are bad. How many bad and good ones there are depends on
          lists, so this is not how likely a wallet with these stars is bad. ‘Left out’ is of those with records.
        </p>
        <CalibrationTable rows={view.calibration} />
        <Forward forward={view.forward} />
        <Attacks view={view} />
        <Exact agreement={view.agreement} />
        <Changes view={view} />
        <h2 id="again">Compute it again</h2>
        <p>
          <code>npm run -s scorecard</code> in the source of the product computes everything on this page again and
          compares it line by line; <code>npm run -s scorecard -- --changes</code> prints every address whose stars
          differ. Nothing is drawn at random between two runs: a line has no noise while its addresses are the same.
          Where lists or records changed, its noise is the interval.
        </p>
      </div>
    </main>
  );
}

function Limits() {
  return (
    <>
      <h2 id="limits">What it does not show</h2>
      <ul>
        <li>
          With its own label known, a bad address is found because a list names it. That measures the lists. The label
          left out is the harder test, and few known addresses have records here.
        </li>
        <li>
          The records are samples: single blocks, and wallets around seizures. Nearly everyone in the Tether sample
          dealt with a seized wallet, exchanges too. False alarms there say what a sample does to a check, not how often
          a customer is accused.
        </li>
        <li>
          Samples other than stablecoins have no price. Version 1 counts them by shares alone; version 2 by the least
          and the most that a coin was worth in that year, where its page lists them.
        </li>
        <li>Wallets of one seizure order stay labelled while one of them is left out.</li>
        <li>
          No deposit address, unnamed service or cluster by the rules of version 2 occurs in these records: attacks
          alone try those rules.
        </li>
        <li>
          The attacks are those that were thought of, and their fees are assumed: $1 a transaction, 10 cents for each
          further payment in it.
        </li>
      </ul>
    </>
  );
}

function Known({ view: { groups, disputed } }: { readonly view: ScorecardView }) {
  return (
    <>
      <h2 id="known">Known addresses</h2>
      <p>
        Bad: a list says sanctions, theft, fraud or the like. Good: all lists name an ordinary service. An address that
        lists disagree about is left out: {countOf(disputed, 'address', 'addresses')}. Recall and false alarms count one
        and two stars; N/A counts as a miss. ‘Label left out’ hides the address’s own label on every network and counts
        those with records: without both, nothing is left to rate. Under each share is its interval at 95% (
        <a href="https://doi.org/10.1080/01621459.1927.10502953">Wilson 1927</a>).
      </p>
      {groups.map(({ id, title, bad, good }) => (
        <section key={id}>
          <h3>{title}</h3>
          <LinesTable label={`Known bad, ${title.toLowerCase()}`} truth="bad" lines={bad} />
          <LinesTable label={`Known good, ${title.toLowerCase()}`} truth="good" lines={good} />
        </section>
      ))}
    </>
  );
}

function Forward({ forward }: Pick<ScorecardView, 'forward'>) {
  const { lastLabelDay, addresses, withRecords, rows, reached } = forward;
  return (
    <>
      <h2 id="forward">Forward in time</h2>
      <p>
        {formatCount(addresses)} addresses are on OFAC’s list of 20 August 2026 and not on that of 19 November 2025.
        They are rated by labels dated up to {lastLabelDay} only. {formatCount(withRecords)} of them{' '}
        {withRecords === 1 ? 'is' : 'are'} in the records that ship; about the others nothing is held, and N/A is the
        honest answer.
      </p>
      <SummaryTable label="Listed later" rows={rows} />
      {reached.length > 0 && <ReachedTable reached={reached} />}
    </>
  );
}

function Attacks({ view }: { readonly view: ScorecardView }) {
  return (
    <>
      <h2 id="attacks">Attacks</h2>
      <p>
        Each attack is tried with several efforts; shown is the one that costs least by star. Cost is fees and what is
        given up, such as a service’s charge. Locked is money that has to be there meanwhile. Of $100,000 stolen, unless
        it says something else.
      </p>
      <h3>The cases that led to version 2</h3>
      <AttacksTable label="Gaming cases" attacks={view.gamingCases} />
      <h3>Raising one’s own stars</h3>
      <AttacksTable label="Attacks that raise stars" attacks={view.washing} />
      <h3>Lowering somebody else’s</h3>
      <AttacksTable label="Attacks that lower stars" attacks={view.griefing} />
      <p>
        Both versions end at services: what goes through a pool or a bridge and comes back is the service’s money. And
        both mix in proportion: enough clean money sent through an account takes most of the loot on with it.
      </p>
    </>
  );
}

function Exact({ agreement }: Pick<ScorecardView, 'agreement'>) {
  const { graphs, accounts, passAgainstDense, walkAbove, missedBeyondR, largestR, comparison } = agreement;
  return (
    <>
      <h2 id="exact">Exact solutions</h2>
      <p>
        On {graphs} random histories with {formatCount(accounts)} accounts, a dense system of linear equations over all
        inflows is solved. One pass over all records differs from it by {formatShare(passAgainstDense)} at most. No
        share of the walk is above the exact one by more than {formatShare(walkAbove)}; the shares miss{' '}
        {formatShare(missedBeyondR)} beyond what the walk says it did not follow, which is {formatShare(largestR, 2)} at
        most.
      </p>
      <p>
        Other rules of taint for comparison (Möser, Böhme and Breuker 2014; Anderson, Shumailov and Ahmed 2018). Poison
        condemns most of a history with a few thieves in it. First in, first out comes close to the haircut on average,
        and depends on an order inside blocks.
      </p>
      <TaintTable comparison={comparison} />
    </>
  );
}

function Changes({ view: { changes, compared, outside, sums } }: { readonly view: ScorecardView }) {
  const changed = sums.find(({ name }) => name === 'changes of stars')?.value ?? 0;
  return (
    <>
      <h2 id="changes">Between the versions</h2>
      <p>
        Of {formatCount(compared)} addresses in the labels and records that ship, {formatCount(changed)} have other
        stars by version 2. Numbers in brackets are sections of its page. All records here are samples, so no history is
        complete.
      </p>
      <ChangesTable changes={changes} />
      {outside.length > 0 && (
        <>
          <h3>Written cases</h3>
          <p>
            Ranges that were written down for version 1 before its stars were looked at, and what is outside of them.
            All others are inside.
          </p>
          <OutsideTable outside={outside} />
        </>
      )}
    </>
  );
}
